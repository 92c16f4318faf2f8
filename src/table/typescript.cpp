// SPDX-License-Identifier: Apache-2.0
#include "table/typescript.hpp"

#include <algorithm>
#include <boost/core/type_name.hpp>
#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <vector>

#include "core/list.hpp"
#include "core/words.hpp"
#include "play/registry.hpp"
#include "table/messages.hpp"

namespace lifetable::table {

namespace {

constexpr std::string_view kOpening =
    R"(// SPDX-License-Identifier: Apache-2.0
// What a table tells, made from src/table/messages.hpp and the games' scene.hpp by `make types`: do not edit.
// docs/protocol.md describes it.

/** A sentence in no language yet: the id of a text, and what it speaks of. An empty id: there is nothing to say. */
export interface Phrase {
  id: string;
  args?: Record<string, Argument>;
}

export type Argument = number | string | { seat: number; honoured?: boolean } | Phrase[];

/** What an option of a game is set to. */
export type Setting = number | string | string[];
)";

template <class T>
struct Inside {};
template <class T>
struct Inside<std::vector<T>> {
  using Type = T;
};
template <class T, std::size_t kMost>
struct Inside<FixedList<T, kMost>> {
  using Type = T;
};
template <class T>
struct Unwritten {};
template <class T>
struct Unwritten<play::Written<T>> {
  using Type = T;
};

/// "lifetable::cv::Person" as CvPerson, and what is the table's own by its bare name.
template <class T>
std::string name_of() {
  std::string name = boost::core::type_name<T>();
  const std::size_t last = name.rfind("::"), before = name.rfind("::", last - 1);
  const std::string folder = name.substr(before + 2, last - before - 2);
  return (folder == "table" ? "" : capital(folder)) + name.substr(last + 2);
}

/// Collects definitions, each after those that it needs.
class Definitions {
 public:
  template <class T>
  std::string type_of() {
    if constexpr (std::is_same_v<T, bool>) {
      return "boolean";
    } else if constexpr (std::is_arithmetic_v<T>) {
      return "number";
    } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
      return "string";
    } else if constexpr (std::is_same_v<T, Phrase>) {
      return "Phrase";
    } else if constexpr (std::is_same_v<T, boost::json::object>) {
      return "Record<string, Setting>";
    } else if constexpr (requires { typename Unwritten<T>::Type; }) {
      return type_of<typename Unwritten<T>::Type>();
    } else if constexpr (requires { typename Inside<T>::Type; }) {
      return type_of<typename Inside<T>::Type>() + "[]";
    } else {
      define<T>();
      return name_of<T>();
    }
  }

  template <class T>
  void define() {
    const std::string name = name_of<T>();
    if (std::find(defined_.begin(), defined_.end(), name) != defined_.end()) return;
    defined_.push_back(name);
    add(fmt::format("export interface {} {{\n{}}}\n", name, members_of<T>()));
  }

  /// A State says which game its scene is of: one type a game, and State for any of them.
  template <Game... Gs>
  void define_states(play::GameList<Gs...>) {
    (define<typename Gs::Scene>(), ...);
    add(fmt::format("export interface StateOf<Game, Scene> {{\n{}}}\n", members_of<State>()));
    std::string any;
    const auto add_state = [&](std::string_view game, const std::string& scene) {
      const std::string state = capital(std::string(game)) + "State";
      add(fmt::format("export type {} = StateOf<\"{}\", {}>;\n", state, game, scene));
      any += (any.empty() ? "" : " | ") + state;
    };
    (add_state(Gs::name, name_of<typename Gs::Scene>()), ...);
    add(fmt::format("export type State = {};\n", any));
    defined_.push_back(name_of<State>());
  }

  const std::string& text() const { return text_; }

 private:
  template <class T>
  std::string members_of() {
    std::string lines;
    using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
    boost::mp11::mp_for_each<Members>([&](auto member) {
      using Type = std::remove_reference_t<decltype(std::declval<T&>().*member.pointer)>;
      lines += fmt::format("  {}: {};\n", member.name, type_of_member<T, Type>(member.name));
    });
    return lines;
  }

  template <class T, class Member>
  std::string type_of_member(std::string_view name) {
    if constexpr (std::is_same_v<Member, play::Json>)
      return "Scene";
    else
      return std::is_same_v<T, State> && name == "game" ? "Game" : type_of<Member>();
  }

  void add(const std::string& definition) { text_ += "\n" + definition; }

  std::vector<std::string> defined_;
  std::string text_;
};

}  // namespace

std::string typescript() {
  Definitions all;
  all.define<cv::CardFacts>();
  all.define_states(play::AllGames{});
  all.define<Told>();
  all.define<Refusal>();
  all.define<News>();
  all.define<Thoughts>();
  all.define<RoomState>();
  all.define<RoomSelf>();
  all.define<Said>();
  return std::string(kOpening) + all.text();
}

}  // namespace lifetable::table
