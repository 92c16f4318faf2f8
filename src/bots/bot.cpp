// SPDX-License-Identifier: Apache-2.0
#include "bots/bot.hpp"

#include <tuple>

#include "bots/search.hpp"
#include "play/registry.hpp"

namespace lifetable::bots {

template <Game G>
std::unique_ptr<Bot<G>> make_bot(const BotSpec& spec, std::uint64_t seed) {
  switch (spec.kind) {
    case BotSpec::random: return std::make_unique<RandomBot<G>>(seed);
    case BotSpec::thoughtful: return std::make_unique<ThoughtfulBot<G>>(seed);
    case BotSpec::search: return std::make_unique<SearchBot<G>>(spec.settings, seed);
  }
  return nullptr;
}

/// Makes the compiler write the function above for every game.
extern const decltype([]<Game... Gs>(play::GameList<Gs...>) {
  return std::tuple(static_cast<std::unique_ptr<Bot<Gs>> (*)(const BotSpec&, std::uint64_t)>(nullptr)...);
}(play::AllGames{})) kEveryBot;
const decltype(kEveryBot) kEveryBot = []<Game... Gs>(play::GameList<Gs...>) {
  return std::tuple(
      static_cast<std::unique_ptr<Bot<Gs>> (*)(const BotSpec&, std::uint64_t)>(make_bot<Gs>)...);
}(play::AllGames{});

namespace {

template <Game G>
class AnyBotOf final : public AnyBot {
 public:
  explicit AnyBotOf(std::unique_ptr<Bot<G>> bot) : bot_(std::move(bot)) {}
  std::uint32_t choose(const play::AnyView& view) override {
    return play::bits_of<G>(bot_->choose(view.as<G>()));
  }
  bool watches() const override { return bot_->watches(); }
  void watch(const play::AnyView& view) override { bot_->watch(view.as<G>()); }

 private:
  std::unique_ptr<Bot<G>> bot_;
};

}  // namespace

Result<std::unique_ptr<AnyBot>> make_any_bot(std::string_view game, std::string_view name,
                                             std::uint64_t seed) {
  const auto spec = bot_from(name);
  if (!spec) return spec.error();
  if (auto known = play::game_named(game); !known) return known.error();
  return play::with_game(game, [&]<Game G>() -> std::unique_ptr<AnyBot> {
    return std::make_unique<AnyBotOf<G>>(make_bot<G>(*spec, seed));
  });
}

Result<Thoughts> think(std::string_view game, const play::AnyView& view, const SearchSettings& settings,
                       std::uint64_t seed, const std::atomic<bool>* stop) {
  if (auto known = play::game_named(game); !known) return known.error();
  return play::with_game(game, [&]<Game G>() {
    SearchBot<G> bot(settings, seed);
    const auto seen = view.as<G>();
    bot.think(seen, stop);
    return bot.thoughts(seen);
  });
}

}  // namespace lifetable::bots
