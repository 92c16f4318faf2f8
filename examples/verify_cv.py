# SPDX-License-Identifier: Apache-2.0
"""CV for verify_record.py: what its cards say, who can pay what, and the course of a game.

docs/cv-catalogue.md describes the catalogue, docs/rules/cv.md has the clauses named here (CV-7).
"""
import pathlib
import re
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from types import SimpleNamespace

SYMBOLS = ["health", "relationship", "knowledge", "money", "good luck", "bad luck", "any"]
LETTERS = "HRKMGBA"  # of the symbols, as dice are written
TYPES = ["health", "relationship", "knowledge", "work", "possession", "event", "life goal"]
STACKS = TYPES[:5]
EFFECTS = ["change one", "turn bad luck", "friend's job", "thaw", "retired", "twice", "insurance",
           "in old age"]
SOURCES = ["rulebook", "reported", "house"]


# ---- The catalogue -----------------------------------------------------------------------------

def items(text, between=","):
    """'2 money, any' as [('money', 2), ('any', 1)]."""
    found = [re.fullmatch(r"(?:(\d+) )?(.+)", item.strip()) for item in text.split(between) if text]
    return [(item[2], int(item[1] or 1)) for item in found]


def letters(pairs):
    return "".join(LETTERS[SYMBOLS.index(name)] * number for name, number in pairs)


def faces(symbol):
    return "HRKM" if symbol == "any" else letters([(symbol, 1)])


def card_of(title, fields):
    """What the fields of a card say."""
    card = SimpleNamespace(title=title, arrows=set(), dice=0, rerolls=0, gives="", effects=set())
    card.types = [name for name in TYPES if (name, 1) in items(fields.get("type", ""), "/")]
    card.cost, card.upkeep = (letters(items(fields.get(name, ""))) for name in ("cost", "upkeep"))
    conditions = [item.partition(" ")[::2] for item, _ in items(fields.get("condition", ""))]
    card.needs, card.forbids = ([name for verb, name in conditions if verb == wanted]
                                for wanted in ("needs", "no"))
    for name, number in items(fields.get("effect", "").replace("friends job", "friend's job")):
        if "->" in name:
            left, both, right = re.fullmatch(r"(.+?) ?(<?)-> ?(.+)", name).groups()
            for start, end in [(left, right), (right, left)][:2 if both else 1]:
                card.arrows |= set(product(faces(start), faces(end)))
        elif name in EFFECTS:
            card.effects.add(name)
        elif name in SYMBOLS:
            card.gives += letters([(name, number)])
        elif name in ("die", "dice"):
            card.dice += number
        else:
            card.rerolls += number
    points, _, goal = fields.get("goal", "").partition(" for each ")
    card.points = int(points or fields.get("points", 0))
    card.goal = {name.removesuffix("s"): number for name, number in items(goal, "+")}
    card.source = SOURCES.index(fields["source"])
    return card


def read_catalogue(text):
    """The cards by their numbers, which are texts as in moves."""
    fields, titles = {}, {}
    for line in text.splitlines():
        line = " ".join(line.partition("#")[0].split())
        if head := re.fullmatch(r"(\d+) ?\. ?(.+)", line):
            number, titles[head[1]] = head[1], head[2]
            fields[number] = {}
        elif line:
            name, _, value = line.lower().partition(":")
            fields[number][name.strip()] = value.strip()
    return {number: card_of(titles[number], fields[number]) for number in fields}


def catalogue_hash(cards):
    """By all that the cards say, in one fixed order."""
    def packed(symbols):
        return sum(1 << 8 * LETTERS.index(letter) for letter in symbols)

    def bits(names, known):
        return sum(1 << known.index(name) for name in names)

    value = 0x6C69666574616265
    for card in (cards[str(number)] for number in range(1, 84)):
        arrows = {(LETTERS.index(a), LETTERS.index(b)) for a, b in card.arrows if a != b}
        words = [packed(card.cost), packed(card.gives), packed(card.upkeep),
                 sum(1 << 8 * a + b for a, b in arrows), bits(card.types, TYPES),
                 bits(card.needs, TYPES), bits(card.forbids, TYPES), bits(card.effects, EFFECTS),
                 card.dice, card.rerolls, card.points, card.goal.get("token", 0),
                 *(card.goal.get(name, 0) for name in STACKS), card.source,
                 len(card.title.encode()), *card.title.encode()]
        for word in words:
            value = (value ^ word) * 0x9E3779B97F4A7C15 % 2**64
            value ^= value >> 32
    return f"{value:016x}"


def catalogue(wanted, path):
    """The catalogue with that hash: the given file, or one of those in the sources."""
    ours = pathlib.Path(__file__).resolve().parent.parent / "src" / "games" / "cv"
    for file in [pathlib.Path(path)] if path else sorted(ours.glob("*.txt")):
        try:
            cards = read_catalogue(file.read_text("utf-8-sig"))
            if catalogue_hash(cards) == wanted:
                return cards
        except (ValueError, LookupError, TypeError, AttributeError):
            if path:
                raise ValueError(f"{path} is no catalogue of CV") from None
    raise ValueError(f"its cards have the hash {wanted}: give their catalogue with --cards FILE")


# ---- Paying ------------------------------------------------------------------------------------

def all_served(supplies, demands):
    """Whether each demand finds a supply of its own, by augmenting paths."""
    taken = {}

    def serve(demand, tried):
        for supply, kinds in enumerate(supplies):
            if demands[demand] in kinds and supply not in tried:
                tried.add(supply)
                if supply not in taken or serve(taken[supply], tried):
                    taken[supply] = demand
                    return True
        return False

    return all(serve(demand, set()) for demand in range(len(demands)))


def with_any(faces):
    return faces | {"A" for face in faces if face in "HRKM"}


def can_pay(means, dice, extra, costs, upkeep, most_bad):
    """Whether some assignment of the symbols pays all of it (CV-24 to CV-30, CV-36, CV-42)."""
    own, reach = dice + means.tokens, means.reach
    bad, turned = own.count("B"), "B" in own and "turn bad luck" in means.effects
    changed = max(0, bad - most_bad)  # bad lucks that must not stay
    not_bad = reach["B"] - {"B"}
    if changed > turned and not not_bad:
        return False
    own = [reach[face] for face in own if face != "B"] + [reach["B"]] * (bad - max(changed, turned))
    own += [not_bad] * max(0, changed - turned)
    own += [(not_bad if changed else reach["B"]) | reach["A"]] * turned
    # A demand for "any" is served by the four. L is good luck for CV-30, of dice and tokens only.
    own = [with_any(faces) | {"L" for face in faces if face == "G"} for faces in own]
    others = [with_any(reach[face]) for face in extra]
    if means.job:
        others.append(with_any(set().union(*(reach[face] for face in means.job))))
    choices = [own]
    if "change one" in means.effects:
        four = reach["A"] | set("AL" if "G" in reach["A"] else "A")
        choices += [own[:i] + [kinds | four] + own[i + 1:] for i, kinds in enumerate(own)
                    if "A" in kinds]
    bills = [upkeep + "".join(paid) for paid in product(*((cost, "LLL") for cost in costs))]
    return any(all_served(choice + others, bill) for choice in choices for bill in bills)


def means_of(t, seat):
    """What works for a seat in its turn (CV-12)."""
    def active(seat, kinds):
        return [t.cards[t.cvs[seat][kind][0]] for kind in kinds if t.cvs[seat][kind]]

    cards = active(seat, STACKS)
    reach = {face: {face} for face in "HRKMGB"}
    for _ in reach:  # arrows after arrows (CV-26)
        for card in cards:
            for start, end in card.arrows:
                reach[start] |= reach[end]
    reach["A"] = set().union(*(reach[face] for face in "HRKM"))
    effects = set().union(*(card.effects for card in cards))
    neighbours = {(seat + 1) % len(t.cvs), seat - 1 if seat else len(t.cvs) - 1}
    jobs = [card.gives for each in neighbours for card in active(each, ["work"])]
    return SimpleNamespace(tokens="".join(card.gives for card in cards), reach=reach,
                           dice=min(7, 4 + sum(card.dice for card in cards)), effects=effects,
                           job="".join(jobs) if "friend's job" in effects else "")


# ---- The course of a game, for verify_record.follow --------------------------------------------

def cv(options, path):
    return course(int(options["players"]), catalogue(options["cards"], path))


def fill(hand, size, number, pile):
    while len(hand) < size and any(pile.values()):
        hand.append((yield "deal", number, pile))


def ways(number):
    """All that dice can show, sorted, and in how many ways."""
    if not 1 <= number <= 7:
        raise ValueError
    weights = {}
    for dice in combinations_with_replacement("HRKMGB", number):
        same = prod(factorial(dice.count(face)) for face in set(dice))
        weights["".join(dice)] = factorial(number) // same
    return weights


def course(size, cards):
    decks = {pile: dict.fromkeys(map(str, range(*ends)), 1)
             for pile, ends in ((3, (13, 39)), (4, (39, 59)), (5, (59, 76)))}
    t = SimpleNamespace(cards=cards, decks=decks, track=[], hands=[],
                        cvs=[{kind: [] for kind in STACKS} for _ in range(size)])
    goals = []
    yield from fill(t.track, 5, 3, t.decks[3])  # CV-5
    yield from fill(goals, 2 * size - 1, 2, dict.fromkeys(map(str, range(76, 84)), 1))  # CV-6
    t.hands = yield from grow_up(size)
    turn = start = next(seat for seat, hand in enumerate(t.hands) if "12" in hand)
    t.hands[start].remove("12")
    t.cvs[start]["possession"].append("12")
    while True:
        means = means_of(t, turn)
        dice, extra, taken = yield from select(t, turn, means)
        costs = [cards[card].cost for card, _ in taken]

        def payable(upkeep, most_bad):
            return can_pay(means, dice, extra, costs, upkeep, most_bad)

        bad, most_bad = (dice + means.tokens).count("B"), 255
        if bad > 2:  # CV-34 to CV-36
            strike = next(n for n in range(bad) if 3 * n + 2 >= bad or payable("", 3 * n + 2))
            most_bad = 3 * strike + 2
            yield from suffer(t, turn, strike)
        yield from add(t, turn, taken)
        yield from pay_upkeep(t, turn, [card for card, _ in taken],
                              lambda upkeep: payable(upkeep, most_bad))
        last = (turn + 1) % size == start
        yield from clean_up(t, turn, last or size == 2)
        if last and sum(t.decks[5].values()) < size:  # CV-48
            return ending(t, goals[:size], goals[size:])
        turn = (turn + 1) % size


def grow_up(size):
    """Everybody's childhood cards, the Bicycle among them (CV-7, CV-8)."""
    left, hands = dict.fromkeys(map(str, range(1, 13)), 1), [[] for _ in range(size)]
    for to_come in range(3 * size, 0, -1):
        weights = dict(left)
        if left["12"]:
            weights = {card: here * (to_come - 1) for card, here in left.items()}
            weights["12"] = max(sum(left.values()) - 1, 1)
        card = yield "deal", 1, weights
        left[card] = 0
        hands[size - -(-to_come // 3)].append(card)
    kept = [[] for _ in hands]
    for _ in range(2):
        choosing = set(range(size))
        while choosing:
            seat, (_, card) = yield choosing
            choosing = choosing - {seat}
            hands[seat].remove(card)
            kept[seat].append(card)
        hands = hands[-1:] + hands[:-1]  # to the left
    return [mine + last for mine, last in zip(kept, hands)]


def off_track(t, card, *kind):
    """The card, and where it goes."""
    t.track.remove(card)
    kind = kind[-1] if kind else t.cards[card].types[0]
    if kind not in t.cards[card].types:
        raise ValueError
    return card, kind


def select(t, turn, means):
    """Throws, events and purchases (CV-13 to CV-33)."""
    dice, extra, joining, taken = "", "", 0, []
    while True:
        what, *words = (yield {turn})[1]
        if what == "play":
            t.hands[turn].remove(words[0])
            extra += t.cards[words[0]].gives
            joining = min(joining + t.cards[words[0]].dice, 7 - (len(dice) or means.dice))
        elif what in ("throw", "reroll"):
            again = "" if words in ([], ["new"]) else words[0]
            for face in again:
                at = dice.index(face)
                dice = dice[:at] + dice[at + 1:]
            number = joining + (means.dice if what == "throw" else len(again))
            dice, joining = dice + (yield "roll", 0, ways(number)), 0
        elif what == "take":
            taken.append(off_track(t, *words))
        elif what == "done":
            return dice, extra, taken
        elif what != "stop":
            raise ValueError


def suffer(t, turn, losses):
    while losses and any(t.cvs[turn].values()):  # CV-37
        what, card = (yield {turn})[1]
        stacks = [stack for stack in t.cvs[turn].values() if stack[:1] == [card]]
        (stacks[0] if what == "lose" else t.hands[turn]).remove(card)
        losses -= 1


def add(t, seat, taken):
    """Cards taken go to the hand or into the CV (CV-38 to CV-40)."""
    t.hands[seat] += [card for card, kind in taken if kind == "event"]
    rest, stacks = [(card, kind) for card, kind in taken if kind != "event"], t.cvs[seat]
    while rest:
        kinds = [kind for _, kind in rest]
        sure = [(card, kind) for card, kind in rest if kinds.count(kind) == 1
                and (kind in ("work", "possession") or not stacks[kind])]
        (card, kind), under = (sure or [("", "")])[0], []
        if not sure:
            _, (_, card, *under) = yield {seat}
            kind = dict(rest)[card]
        rest.remove((card, kind))
        stacks[kind].insert(stacks[kind].index(under[-1]) + 1 if under else 0, card)


def pay_upkeep(t, turn, new, payable):
    """CV-41, CV-42."""
    stacks = t.cvs[turn]
    costs = {kind: t.cards[stack[0]].upkeep for kind, stack in stacks.items()
             if stack and stack[0] not in new and t.cards[stack[0]].upkeep}
    for number in range(len(costs), -1, -1):
        sets = [kinds for kinds in combinations(costs, number)
                if payable("".join(costs[kind] for kind in kinds))]
        if sets:
            break
    paid = sets[0]
    if len(sets) > 1:
        _, (_, *paid) = yield {turn}
    for kind in set(costs) - set(paid):
        stacks[kind].pop(0)


def clean_up(t, turn, clears):
    """CV-43 to CV-47."""
    if clears:
        t.track[:1] = []
    while len(t.track) < 5 and any(any(deck.values()) for deck in t.decks.values()):
        pile, deck = next(each for each in t.decks.items() if any(each[1].values()))
        yield from fill(t.track, len(t.track) + 1, pile, deck)
        if any(deck.values()):
            continue
        sizes = [sum(map(len, stacks.values())) for stacks in t.cvs]
        order = [(turn + i) % len(sizes) for i in range(len(sizes))]
        for seat in [each for each in order if 2 * sizes[each] <= max(sizes) > sizes[each]]:
            what, *words = (yield {seat})[1]
            if what == "take":
                yield from add(t, seat, [off_track(t, *words)])


def ending(t, secret, public):
    """The scores and the winners (CV-49 to CV-56)."""
    def points(goal, stacks):
        card = t.cards[goal]
        tokens = sum(len(t.cards[stack[0]].gives) for stack in stacks.values() if stack)
        have = {kind: len(stack) for kind, stack in stacks.items()} | {"token": tokens}
        return card.points * min(have[name] // number for name, number in card.goal.items())

    scores, ranks = [], []
    for stacks, goal in zip(t.cvs, secret):
        score = points(goal, stacks) + sum(t.cards[card].points for card in stacks["possession"])
        for kind in ("health", "relationship", "knowledge"):
            cards = stacks[kind]
            number = len(cards) + bool(cards and "twice" in t.cards[cards[0]].effects)
            score += number * (number + 1) // 2
        for each in public:
            best = max(points(each, other) for other in t.cvs)
            score += best * (points(each, stacks) == best)
        scores.append(score)
        ranks.append((score, -sum(map(len, stacks.values()))))
    return scores, [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
