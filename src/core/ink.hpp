// Text with meaning instead of colour: games say what matters, the terminal or page decides how it looks.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lifetable {

enum class Ink { plain, quiet, strong, good, warn, danger, accent };

struct Span {
  Ink ink;
  std::string text;
};

class Painted {
 public:
  Painted& put(std::string text, Ink ink = Ink::plain) {
    if (!text.empty()) spans_.push_back({ink, std::move(text)});
    return *this;
  }
  Painted& line(std::string text = "", Ink ink = Ink::plain) { return put(std::move(text), ink).put("\n"); }
  auto begin() const { return spans_.begin(); }
  auto end() const { return spans_.end(); }
  /// The bare text.
  std::string text() const {
    std::string all;
    for (const Span& span : spans_) all += span.text;
    return all;
  }

 private:
  std::vector<Span> spans_;
};

}  // namespace lifetable
