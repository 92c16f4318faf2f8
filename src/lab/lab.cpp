namespace lifetable::bots { int placeholder; }
