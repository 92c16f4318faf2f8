// SPDX-License-Identifier: Apache-2.0
// What a module asks of its host by WASI, for node and browsers alike: arguments, output, clocks, random bytes. There are no files.

/** Thrown by a program that ends itself. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

const GOOD = 0, NO_SUCH_FILE = 8, NO_SUCH_CALL = 52, CANNOT_SEEK = 70;
const STDOUT = 1, STDERR = 2;

/** The calls of WASI, for a module whose memory `memory()` gives: it may grow, so it is looked at anew every time. */
function calls(memory, { args = [], write }) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, size) => new Uint8Array(memory().buffer, at, size);
  const words = args.map((word) => new TextEncoder().encode(`${word}\0`));

  const wasi = {
    args_sizes_get(count, size) {
      view().setUint32(count, words.length, true);
      view().setUint32(size, words.reduce((sum, word) => sum + word.length, 0), true);
      return GOOD;
    },
    args_get(pointers, text) {
      for (const word of words) {
        view().setUint32(pointers, text, true);
        bytes(text, word.length).set(word);
        pointers += 4;
        text += word.length;
      }
      return GOOD;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return GOOD;
    },
    environ_get: () => GOOD,
    clock_time_get(clock, _precision, at) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return GOOD;
    },
    random_get(at, size) {
      globalThis.crypto.getRandomValues(bytes(at, size));
      return GOOD;
    },
    fd_write(file, pieces, count, written) {
      if (file !== STDOUT && file !== STDERR) return NO_SUCH_FILE;
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(pieces + 8 * i, true), size = view().getUint32(pieces + 8 * i + 4, true);
        write(file, bytes(at, size).slice());
        sum += size;
      }
      view().setUint32(written, sum, true);
      return GOOD;
    },
    fd_fdstat_get(file, at) {
      if (file > STDERR) return NO_SUCH_FILE;
      bytes(at, 24).fill(0); // of no special kind, so that output is written in larger pieces
      return GOOD;
    },
    fd_seek: () => CANNOT_SEEK,
    fd_close: () => GOOD,
    proc_exit(code) {
      throw new Exit(code);
    },
  };
  // Anything else is part of WASI, too, but not of this host.
  return new Proxy(wasi, { get: (known, name) => known[name] ?? (() => NO_SUCH_CALL) });
}

/** A module from its bytes, or from an answer that is being fetched. */
async function compile(source) {
  const from = await source;
  if (typeof Response !== "function" || !(from instanceof Response)) return WebAssembly.compile(from);
  if (!from.ok) throw new Error(`${from.url} could not be fetched (${from.status}); try again later.`);
  return WebAssembly.compileStreaming(from);
}

async function load(source, settings) {
  let instance;
  const imports = { wasi_snapshot_preview1: calls(() => instance.exports.memory, settings) };
  instance = await WebAssembly.instantiate(await compile(source), imports);
  return instance;
}

/** Runs a module's main and returns its exit code. `write(file, bytes)` gets what it prints: 1 is output, 2 are errors. */
export async function run(source, settings) {
  const instance = await load(source, settings);
  try {
    instance.exports._start();
    return 0;
  } catch (reason) {
    if (reason instanceof Exit) return reason.code;
    throw reason;
  }
}

/** Starts the engine (engine.cpp) and returns how to ask it: JSON text in, JSON text out. After it has thrown once it is of no more use. */
export async function start(source) {
  const complaints = [];
  const said = new TextDecoder();
  const { exports } = await load(source, { write: (_file, bytes) => complaints.push(said.decode(bytes)) });
  exports._initialize();
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  return (text) => {
    const request = encoder.encode(text);
    try {
      new Uint8Array(exports.memory.buffer, exports.allocate(request.length), request.length).set(request);
      const answer = exports.ask();
      return decoder.decode(new Uint8Array(exports.memory.buffer, answer, exports.answer_size()));
    } catch (reason) {
      const why = reason instanceof Exit ? `it ended itself with ${reason.code}` : reason.message;
      throw new Error(`The engine stopped (${[...complaints, why].join(" ").trim()}); start it again and resume from the record.`);
    }
  };
}
