#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verifies a record without lifetable: every card and throw, the seed, the commitment, the result.

It does what the moves say, and does not ask whether the rules allow them. docs/record.md describes
records, docs/rules the clauses named here (CG-5). CV is in verify_cv.py, beside this file.
"""
import argparse, hashlib, json, re, struct, sys
from itertools import accumulate, count
from verify_cv import cv

OPTIONS = {"cradle": "players=(4|[2-5]), rounds=(3|[1-5]), elders=(|[1-5 ]+), polite=(no|yes)",
           "alive": "players=(4|[2-6]), printing=(first|later), sudden=(no|yes), teams=(no|yes), "
                    "dealer=(random|[1-6])",
           "cv": "players=(4|[2-4]), cards=(d709f4f55525faee|[0-9a-f]{16})"}  # the default first

def key_stream(seed, pile):
    """The upper halves of the numbers in a pile's ChaCha20 stream (RFC 8439)."""
    rounds = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
              (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)] * 10
    for block in count():
        start = struct.unpack("<12I", b"expand 32-byte k" + seed) + (block, pile, 0, 0)
        x = list(start)
        for a, b, c, d in rounds:
            for to, by, mixed, left in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[to] = (x[to] + x[by]) % 2**32
                mix = x[mixed] ^ x[to]
                x[mixed] = (mix << left | mix >> 32 - left) % 2**32
        yield from [(old + new) % 2**32 for old, new in zip(start, x)][1::2]

def pick(stream, weights):
    """One of these words, each as likely as its weight."""
    ends, rest = [*accumulate(weights.values())], -1
    while rest < 2**32 % ends[-1]:
        place, rest = divmod(next(stream) * ends[-1], 2**32)
    return [*weights][sum(end <= place for end in ends)]

# A game is a generator. It yields (verb, pile, weights) to get the word that is dealt, or a set of
# seats, from 0, to get the one that moves and its words. It returns the scores and the winners.

def fill(hand, size, number, pile):
    while len(hand) < size and any(pile.values()): hand.append((yield "draw", number, pile))

def cradle(options, _):
    seats, elders = range(int(options["players"])), [int(e) - 1 for e in options["elders"].split()]
    if sorted(elders or seats) != [*seats]: raise ValueError
    totals, places = [0 for _ in seats], {"tens": 0, "ones": 1}
    for number in range(int(options["rounds"])):
        deck = dict.fromkeys("123456789", 6) | dict.fromkeys(["0", "Ten", "Swap", "Stop"], 4)
        hands, piles, shown, reached = [[] for _ in seats], {}, [], 0
        for hand in hands: yield from fill(hand, 6, number, deck)  # CG-4
        for hand in hands:  # CG-5; the deck never gets as small as CG-6 says
            while sum(card not in "12345678" for card in hand) > 3:
                shown += hand
                hand.clear()
                yield from fill(hand, 6, number, deck)
        for card in shown: deck[card] += 1
        while len(piles) < len(seats):  # CG-7
            seat, (_, *ages) = yield set(seats) - set(piles)
            piles[seat] = [int(hands[seat].pop(hands[seat].index(card))) for card in ages]
        turn = max(elders or seats, key=piles.get)  # CG-9: of equals, the first
        while True:
            hand, own = hands[turn], piles[turn]
            if own >= [9, 1] and any(deck.values()):  # CG-11
                card = yield "draw", number, deck
                reached = 10 * own[0] + own[1] + int(card if card.isdigit() else 0)
            if reached >= 100 or not any(deck.values()): break  # CG-12, CG-35
            what, *words = (yield {turn})[1] if hand else ["rest"]  # CG-21
            special = {"zero": "0", "ten": "Ten", "swap": "Swap"}.get(what)
            if words: hand.remove(special or words[-1])
            stops, asked = 0, {seat for seat in seats if special and hands[seat]} - {turn}
            while asked:  # CG-28 to CG-30
                seat, answer = yield asked
                asked = asked - {seat}
                if answer == ["stop"]:
                    hands[seat].remove("Stop")
                    stops, asked = stops + 1, {each for each in seats if hands[each]} - {seat}
            if stops % 2: pass  # CG-31
            elif what == "raise": piles[int(words[0]) - 1][places[words[1]]] = int(words[2])
            elif what in ("hide", "zero"): own[places[words[0]]] = 9 if what == "hide" else 0
            elif what == "swap": piles[int(words[0]) - 1].reverse()
            elif what == "ten":
                card = yield "draw", number, deck
                if card in "123456789": piles[int(words[0]) - 1][0] = int(card)
            if what != "skip": yield from fill(hand, 4, number, deck)
            turn = (turn + 1) % len(seats)
        ages = [10 * piles[seat][0] + piles[seat][1] for seat in seats]
        if reached >= 100: ages[turn] = reached  # CG-36
        totals = [total + age for total, age in zip(totals, ages)]
    return totals, [seat for seat in seats if totals[seat] == min(totals)]

def alive(options, _):
    size, teams, spared = int(options["players"]), options["teams"] == "yes", options["rules"] != 1
    sudden, dealer = options["sudden"] == "yes" and not teams, options["dealer"]  # FA-42
    kinds = [*"01234567", *"Pass Skip Reverse Draw1 Draw2 =21 =10 =0 Redeal Bomb".split()]
    deck = dict(zip(kinds, [8, 8, 8, 8, 8, 4, 2, 1, 4, 6, 4, 2, 2, 5, 2, 3, 1, 1]))
    if options["printing"] == "later": deck |= {"Skip": 4, "Reverse": 6}
    if teams and size < 4: raise ValueError
    lives, living, lost, over = [5] * size, set(range(size)), [], False
    def others(seat, step):
        turns = range(seat + step, seat + step * size, step)
        return [each % size for each in turns if each % size in living]
    def flip(seat):
        purse = seat % 2 if teams else seat
        lives[purse] = max(0, lives[purse] - 1)
        if not lives[purse]: lost.append(seat)
        if not lives[purse] and not teams:  # FA-33
            living.remove(seat)
            discards.extend(hands[seat])
            hands[seat].clear()
        return bool(lost) if teams or sudden else len(living) == 1  # whether the game is over
    if dealer == "random": dealer = yield "first", 0, {str(s + 1): 1 for s in range(size)}
    out = [int(dealer) - 1]
    for number in count():
        pile, discards, hands = deck.copy(), [], [[] for _ in range(size)]
        order, step = others(out[0], 1) + out[:1], 1
        for seat in order: yield from fill(hands[seat], 10, 1 + 2 * number, pile)  # FA-5
        turn, out = order[0], []
        while not out and not over:
            what, *words = (yield {turn})[1]
            card = {"play": words, "flip": [""]}[what][0]
            if card: discards.append(hands[turn].pop(hands[turn].index(card)))
            else: over = flip(turn)  # FA-10
            if card == "Reverse" and len(living) > 2: step = -step
            for seat in others(turn, step) * (card in ("Draw1", "Draw2")):
                for _ in range(int(card[-1])):
                    if not any(pile.values()):  # FA-15
                        discards.remove(card)
                        pile, discards = {kind: discards.count(kind) for kind in deck}, [card]
                    yield from fill(hands[seat], len(hands[seat]) + 1, 1 + 2 * number, pile)
            if card == "Redeal" and hands[turn]:  # FA-24
                pool = {kind: sum(hand.count(kind) for hand in hands) for kind in deck}
                order, step, hands = others(turn, 1) + [turn], 1, [[] for _ in range(size)]
                for left, seat in zip(range(len(order), 0, -1), order):
                    share = -(-sum(pool.values()) // left)
                    yield from fill(hands[seat], share, 2 + 2 * number, pool)
            for seat in others(turn, step) * (card == "Bomb"):  # FA-25
                if "0" not in hands[seat]: over = flip(seat)
                else: discards.append(hands[seat].pop(hands[seat].index("0")))
            if card and (sudden or not over):  # FA-27, FA-29, FA-36
                out = [seat for seat in [turn, *others(turn, step)] if not hands[seat]]
            sides = dict.fromkeys(1 - seat % 2 for seat in out) if teams else []  # FA-40, FA-41
            for seat in sides or (living - set(out) if out else []): over = teams and spared and over or flip(seat)
            turn = [*others(turn, step), turn, turn][card == "Skip"]
        if over: break
    scores = [lives[seat % 2 if teams else seat] for seat in range(size)]
    if teams: return scores, [seat for seat in range(size) if (seat - lost[0]) % 2]
    rank = {s: (lives[s], -sum(int(c) for c in hands[s] if c.isdigit())) for s in living}  # FA-37
    return scores, [seat for seat in rank if rank[seat] == max(rank.values())]

def follow(game, moves, seed):
    """A game's end, how many cards and throws were dealt, which was wrong, which line cannot be."""
    streams, dealt, misdealt, end, at = {}, 0, "", None, 1
    try:
        asked = next(game)
        for at, (by, words) in enumerate(moves, 2):
            if end or (by == "dealer") != isinstance(asked, tuple): raise ValueError
            answer = words[-1] if by == "dealer" else (by - 1, words)
            if by == "dealer":
                verb, pile, weights = asked
                if words != [verb, answer] or weights[answer] < 1: raise ValueError
                due = seed and pick(streams.setdefault(pile, key_stream(seed, pile)), weights)
                if seed and due != answer and not misdealt:
                    misdealt = f"Line {at} deals '{answer}', but the seed gives '{due}'."
                weights[answer], dealt = weights[answer] - 1, dealt + 1
            elif by - 1 not in asked: raise ValueError
            try: asked = game.send(answer)
            except StopIteration as over: end = over.value
    except (ValueError, LookupError, TypeError, ArithmeticError, RuntimeError):
        return None, dealt, misdealt, at
    return end, dealt, misdealt, 0

def hexadecimal(text):
    if text is not None and not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise ValueError(f"'{text[:70]}' is not 64 hexadecimal digits")
    return text and bytes.fromhex(text)

def read(path):
    """What a record says. A ValueError names the first line that is not as in a record."""
    at, moves = 1, []
    try:
        with open(path, encoding="utf-8", newline="\n") as file: lines = file.read().split("\n")
        header = json.loads(lines[0])
        options = dict(re.findall(r"(\w+)=\((.*?)\|", OPTIONS[header["game"]]))
        options |= {name: str(value) for name, value in header["options"].items()}
        names, deal = [seat["name"] + "" for seat in header["seats"]], header["deal"]
        seeds = [hexadecimal(deal.get(name)) for name in ("seed", "server", "commitment")]
        entropy = [hexadecimal(each) for each in deal.get("entropy") or []]
        if (not re.fullmatch(OPTIONS[header["game"]], ", ".join(map("=".join, options.items())))
                or not re.fullmatch(f"1 {'[12]' if header['game'] == 'alive' else 1} {options['players']}",
                                    f"{header['lifetable']!r} {header['rules']!r} {len(names)}")
                or len(entropy) != len(seeds[1] and names or [])): raise ValueError
        for at, line in enumerate(lines[1:-1], 2):
            moves.append((json.loads(line)["by"], json.loads(line)["move"].split(" ")))
            if str(moves[-1][0]) not in ["dealer", *"123456"[:len(names)]]: raise ValueError
        options["rules"], at = header["rules"], len(lines)
        if lines[-1]: raise ValueError
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"line {at} is not what docs/record.md says") from None
    return header["game"], options, names, seeds, entropy, header["result"], moves

def check(path, cards, shown, sent):
    """What holds (True), what does not (False), and what nobody can tell from the record (None)."""
    game, options, names, (seed, server, commitment), entropy, result, moves = read(path)
    end, dealt, misdealt, broken = follow(dict(cradle=cradle, alive=alive, cv=cv)[game](options, cards), moves, seed)
    yield (False, f"Line {broken} can happen after the lines before it.") if broken else (
        None, f"The rules allow each of the {len(moves)} moves. (This is not checked.)")
    truth = end and {"scores": [*end[0]], "winners": [seat + 1 for seat in end[1]]}
    good = None if broken or result is None else truth == result and not {*"TF."} & {*str(result)}
    yield good, f"The result is what the moves lead to{f': {truth}' if truth else ''}."
    good = not misdealt if misdealt or seed and dealt and not broken else None
    if not seed: good, misdealt = False if commitment and (end or result) else None, "It is secret."
    yield good, f"All {dealt} cards and throws are what the seed gives. {misdealt}"
    if server:
        made = b"lifetable deal 1\n" + server + bytes([len(entropy)])
        made += b"".join(b"\1" + each if each else b"\0" for each in entropy)
        of = [f"seat {seat} ({name})" for seat, name in enumerate(names, 1) if entropy[seat - 1]]
        yield hashlib.sha256(made).digest() == seed, (
            f"The server's seed and the entropy of {', '.join(of) or 'no seat'} make the seed.")
    if seed:
        yield None, "Nobody made up entropy, or drew several seeds. (No record can show it.)"
        good = hashlib.sha256(server or seed).digest() == commitment
        yield good, f"The commitment is to the {'server' if server else 'dealer'}'s seed."
    if commitment or shown:
        yield shown and shown == commitment, f"You were shown {commitment and commitment.hex()}."
    for seat, text in sent:
        good = entropy[seat - 1:seat] == [text] if seed or end or result else None
        yield good, f"The entropy of seat {seat} is {text.hex()}."

def main():
    example = "example: verify_record.py game.ndjson --commitment 9cb5... --entropy 1=aaaa..."
    parser = argparse.ArgumentParser(description=__doc__, epilog=example)
    parser.add_argument("record")
    parser.add_argument("--commitment", metavar="HEX", help="what you were shown")
    parser.add_argument("--entropy", metavar="SEAT=HEX", action="append", help="what you sent")
    parser.add_argument("--cards", metavar="FILE", help="the catalogue of CV, if it is not ours")
    told = parser.parse_args()
    try:
        pairs = [each.partition("=") for each in told.entropy or []]
        sent = [(int(seat), hexadecimal(text)) for seat, _, text in pairs]
        found = [*check(told.record, told.cards, hexadecimal(told.commitment), sent)]
    except (ValueError, OSError) as error:
        parser.exit(2, f"{told.record}: {error}\n")
    sys.stdout.reconfigure(errors="replace")
    for good, text in found:
        word = {True: "holds", False: "fails"}.get(good, "unknown")
        print(f"{word:<9}" + "".join(c if c.isprintable() else "?" for c in text.strip()))
    sys.exit(int(any(good is False for good, _ in found)))
if __name__ == "__main__": main()
