// SPDX-License-Identifier: Apache-2.0
// The browser's own database (IndexedDB) with promises: values by key in named stores.

/** What is in the stores of a database: the kind of their values, by the stores' names. */
type Stores = Record<string, unknown>;

export interface Database<S extends Stores> {
  get<N extends keyof S & string>(store: N, key: string): Promise<S[N] | undefined>;
  all<N extends keyof S & string>(store: N): Promise<S[N][]>;
  /** A store without keys within its values needs one for each. */
  put<N extends keyof S & string>(store: N, value: S[N], key?: string): Promise<void>;
  /** Puts what `next` makes of the value that is there, in one transaction: nobody writes in between. Nothing is put if
   *  that is undefined, or if `next` throws, which is then thrown here. */
  change<N extends keyof S & string>(
    store: N,
    key: string,
    next: (there: S[N] | undefined) => S[N] | undefined,
  ): Promise<S[N] | undefined>;
  delete<N extends keyof S & string>(store: N, key: string): Promise<void>;
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens a database, and first makes its stores if this version is new; `lost` is told when the browser takes it away. */
export async function openDatabase<S extends Stores>(
  name: string,
  version: number,
  make: (database: IDBDatabase) => void,
  lost: () => void,
): Promise<Database<S>> {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => make(opening.result);
  const database = await answerOf(opening);
  database.onclose = lost;

  const read = <T>(store: string, ask: (store: IDBObjectStore) => IDBRequest<T>) =>
    answerOf(ask(database.transaction(store).objectStore(store)));
  /** Done when it is kept, not when it has been asked for: a full disk is noticed at the end. */
  const write = (store: string, ask: (store: IDBObjectStore) => unknown) =>
    new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(store, "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      ask(transaction.objectStore(store));
    });
  const change = <T>(store: string, key: string, next: (there: T | undefined) => T | undefined) =>
    new Promise<T | undefined>((resolve, reject) => {
      const transaction = database.transaction(store, "readwrite");
      const values = transaction.objectStore(store);
      let now: T | undefined;
      transaction.oncomplete = () => resolve(now);
      transaction.onabort = () => reject(transaction.error);
      const asked = values.get(key);
      asked.onsuccess = () => {
        try {
          now = next(asked.result);
          if (now !== undefined) values.put(now);
        } catch (reason) {
          reject(reason);
          transaction.abort();
        }
      };
    });
  return {
    get: (store, key) => read(store, (from) => from.get(key)),
    all: (store) => read(store, (from) => from.getAll()),
    put: (store, value, key) => write(store, (to) => to.put(value, key)),
    change,
    delete: (store, key) => write(store, (from) => from.delete(key)),
  };
}
