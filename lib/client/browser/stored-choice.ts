export function storedChoice<Value extends string>(key: string, known: readonly Value[], fallback: Value) {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    read(): Value {
      try {
        const stored = localStorage.getItem(key)
        return known.find((value) => value === stored) ?? fallback
      } catch {
        return fallback
      }
    },
    write(value: Value): void {
      try {
        localStorage.setItem(key, value)
      } catch {
        // Storage is unavailable.
      }
      tell()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

/** Whether videos load only on a tap; `auto` follows Save-Data. */
export const dataSaverChoice = storedChoice('data_saver', ['auto', 'on', 'off'], 'auto')

/** Whether single keys work in the feed. WCAG 2.1.4: users of speech input can turn them off. */
export const cardKeysChoice = storedChoice('card_keys', ['on', 'off'], 'on')

/** inline-script.ts reads the same key before the first paint. */
export const themeChoice = storedChoice('theme', ['system', 'light', 'dark'], 'system')

/** inline-script.ts reads the same key before the first paint. */
export const railChoice = storedChoice('rail', ['words', 'icons'], 'words')

export function savesData(): boolean {
  const choice = dataSaverChoice.read()
  return choice === 'on' || (choice === 'auto' && browserSavesData())
}

/** Reads Save-Data from Chromium's Network Information API. */
function browserSavesData(): boolean {
  if (!('connection' in navigator)) return false
  const { connection } = navigator
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}
