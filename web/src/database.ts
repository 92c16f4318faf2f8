// SPDX-License-Identifier: Apache-2.0
// The browser's own database (IndexedDB) with promises: values by key in named stores.

/** What is in the stores of a database: the kind of their values, by the stores' names. */
type Stores = Record<string, unknown>;

export interface Database<S extends Stores> {
  get<N extends keyof S & string>(store: N, key: string): Promise<S[N] | undefined>;
  all<N extends keyof S & string>(store: N): Promise<S[N][]>;
  /** A store without keys within its values needs one for each. */
  put<N extends keyof S & string>(store: N, value: S[N], key?: string): Promise<void>;
  /** Does something with some stores in one transaction: all of it or nothing, and nobody writes in between. If `work`
   *  throws, nothing has changed, and that is thrown here. It must wait for nothing but the stores. */
  transact<N extends keyof S & string, T>(
    stores: readonly N[],
    work: (store: (name: N) => IDBObjectStore) => Promise<T>,
  ): Promise<T>;
  delete<N extends keyof S & string>(store: N, key: string): Promise<void>;
}

export const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens a database, and first makes those stores that are not there yet. `blocked` is told if an older page in another
 *  tab has to be closed before; `lost` when the browser takes the database away, or a newer page wants it. */
export async function openDatabase<S extends Stores>(
  name: string,
  version: number,
  stores: { [N in keyof S & string]: IDBObjectStoreParameters },
  { blocked, lost }: { blocked: () => void; lost: () => void },
): Promise<Database<S>> {
  const opening = indexedDB.open(name, version);
  opening.onblocked = blocked;
  opening.onupgradeneeded = () => {
    for (const [store, how] of Object.entries(stores))
      if (!opening.result.objectStoreNames.contains(store)) opening.result.createObjectStore(store, how);
  };
  const database = await answerOf(opening);
  database.onclose = lost;
  database.onversionchange = () => {
    database.close();
    lost();
  };

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
  const transact = <T>(stores: readonly string[], work: (store: (name: string) => IDBObjectStore) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(stores, "readwrite");
      let done: T;
      let complete = false;
      transaction.oncomplete = () => (complete ? resolve(done) : reject(new Error(`${name} was not written to`)));
      transaction.onabort = () => reject(transaction.error); // too late if `work` has thrown
      work((name) => transaction.objectStore(name)).then(
        (result) => {
          done = result;
          complete = true;
        },
        (reason) => {
          reject(reason);
          transaction.abort();
        },
      );
    });
  return {
    get: (store, key) => read(store, (from) => from.get(key)),
    all: (store) => read(store, (from) => from.getAll()),
    put: (store, value, key) => write(store, (to) => to.put(value, key)),
    transact,
    delete: (store, key) => write(store, (from) => from.delete(key)),
  };
}
