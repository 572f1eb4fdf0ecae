import { Signal } from './signal.ts'

export type Toast = { title: string; description?: string; tone?: 'plain' | 'good' | 'bad' }

export const toasts = new Signal<Toast>()

/** Shows a message for 4 seconds. */
export function showToast(toast: Toast): void {
  toasts.emit(toast)
}
