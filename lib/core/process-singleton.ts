/**
 * Keeps one value for each process and name, however often a bundler copies the module that uses it: Next may load one file
 * into several chunks, and two pools or two caches would disagree.
 */
export function processSingleton<T>(name: string, create: () => T): { get(): T; drop(): T | undefined } {
  const key = Symbol.for(`ngoma.${name}`)
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
