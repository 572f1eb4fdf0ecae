const PREFIX = 'ngoma.'

/**
 * Holds one value per process and name: Next may load a module into several chunks, each with its own pool or
 * cache.
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

/**
 * For tests: drops all values whose names do not match `kept`, so that a test file starts without another's
 * caches.
 */
export function dropSingletons(kept: RegExp): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    const name = key.description ?? ''
    if (name.startsWith(PREFIX) && !kept.test(name.slice(PREFIX.length)))
      Reflect.deleteProperty(globalThis, key)
  }
}
