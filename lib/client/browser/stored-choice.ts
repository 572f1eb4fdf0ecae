/** Makes a choice that the device stores (theme, data saver), for useSyncExternalStore. */
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
        // Without storage the choice is lost.
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

/** Whether only posters are shown until somebody taps. `auto` follows the browser's own Save-Data setting. */
export const dataSaverChoice = storedChoice('data_saver', ['auto', 'on', 'off'], 'auto')

/** Whether single keys work in the feed (WCAG 2.1.4: whoever speaks to the computer turns them off). */
export const cardKeysChoice = storedChoice('card_keys', ['on', 'off'], 'on')

/** `system` follows the device. The inline script of the layout reads the same key before the first paint. */
export const themeChoice = storedChoice('theme', ['system', 'light', 'dark'], 'system')

/** Tells whether videos wait for a tap. */
export function savesData(): boolean {
  const choice = dataSaverChoice.read()
  return choice === 'on' || (choice === 'auto' && browserSavesData())
}

/** Reads the Save-Data setting from Chromium's Network Information API. */
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
