#include "bots/bot.hpp"

#include <fmt/format.h>

#include "play/registry.hpp"

namespace lifetable::bots {

namespace {

template <Game G>
class AnyBotOf final : public AnyBot {
 public:
  explicit AnyBotOf(std::unique_ptr<Bot<G>> bot) : bot_(std::move(bot)) {}
  std::uint32_t choose(const play::AnyView& view) override {
    return play::bits_of<G>(bot_->choose(view.as<G>()));
  }

 private:
  std::unique_ptr<Bot<G>> bot_;
};

}  // namespace

std::span<const BotInfo> all_bots() {
  static constexpr BotInfo bots[] = {
      {"random", "plays any legal move"},
      {"thoughtful", "plays by rules of thumb of a good player"},
  };
  return bots;
}

Result<Done> check_bot(std::string_view name) {
  std::string known;
  for (const BotInfo& bot : all_bots()) {
    if (bot.name == name) return Done{};
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", bot.name, bot.meaning);
  }
  return Error{fmt::format("there is no bot '{}'; there are: {}", name, known)};
}

Result<std::unique_ptr<AnyBot>> make_any_bot(std::string_view game, std::string_view name,
                                             std::uint64_t seed) {
  if (auto known = check_bot(name); !known) return known.error();
  if (auto known = play::game_named(game); !known) return known.error();
  return play::with_game(game, [&]<Game G>() -> std::unique_ptr<AnyBot> {
    return std::make_unique<AnyBotOf<G>>(make_bot<G>(name, seed));
  });
}

}  // namespace lifetable::bots
