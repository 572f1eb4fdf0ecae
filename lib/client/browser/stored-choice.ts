/** A choice that the device keeps (theme, data saver), readable with useSyncExternalStore. */
export function storedChoice<Value extends string>(key: string, known: readonly Value[], fallback: Value) {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    read(): Value {
      try {
        const kept = localStorage.getItem(key)
        return known.find((value) => value === kept) ?? fallback
      } catch {
        return fallback
      }
    },
    write(value: Value): void {
      try {
        localStorage.setItem(key, value)
      } catch {
        // Without storage the choice lasts as long as nobody asks again.
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

/** Whether to show posters only until somebody taps. `auto` follows the browser's own Save-Data switch. */
export const dataSaverChoice = storedChoice('data_saver', ['auto', 'on', 'off'], 'auto')

/** `system` follows the device. The inline script of the layout reads the same key before the first paint. */
export const themeChoice = storedChoice('theme', ['system', 'light', 'dark'], 'system')

/** Whether videos wait for a tap. */
export function savesData(): boolean {
  const choice = dataSaverChoice.read()
  return choice === 'on' || (choice === 'auto' && browserSavesData())
}

/** Chromium's Network Information API, the browser's side of the Save-Data header. */
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
