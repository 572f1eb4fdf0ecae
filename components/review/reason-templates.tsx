import { Keycap } from './keycap.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

type ReasonTemplatesProps = {
  /** Templates, most frequent first; at most nine, one per digit. */
  templates: readonly string[]
  onPick: (template: string) => void
}

export function ReasonTemplates({ templates, onPick }: ReasonTemplatesProps) {
  useDeskKeys(
    Object.fromEntries(templates.map((template, at) => [String(at + 1), () => onPick(template)])),
    'dialog',
  )
  return (
    <ol className="grid gap-1">
      {templates.map((template, at) => (
        <li key={template}>
          <button
            type="button"
            aria-keyshortcuts={String(at + 1)}
            onClick={() => onPick(template)}
            className="flex min-h-11 w-full items-center gap-3 rounded-xl border border-line bg-surface px-3 py-1.5 text-start text-sm leading-snug hover:bg-sunken"
          >
            <Keycap>{at + 1}</Keycap>
            <span>{template}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
