const PREFIX = 'ngoma.'

/**
 * Keeps one value for each process and name, however often a bundler copies the module that uses it: Next may load one file
 * into several chunks, and two pools or two caches would disagree.
 */
export function processSingleton<T>(name: string, create: () => T): { get(): T; drop(): T | undefined } {
  const key = Symbol.for(`${PREFIX}${name}`)
  const holder = globalThis as { [k: symbol]: T | undefined }
  return {
    get: () => {
      holder[key] ??= create()
      return holder[key] as T
    },
    drop: () => {
      const held = holder[key]
      delete holder[key]
      return held
    },
  }
}

/** In tests: forgets the values of all names but `kept`, so that a file begins without what the one before it has cached. */
export function dropSingletons(kept: readonly string[]): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    const name = key.description ?? ''
    if (name.startsWith(PREFIX) && !kept.includes(name.slice(PREFIX.length)))
      Reflect.deleteProperty(globalThis, key)
  }
}
