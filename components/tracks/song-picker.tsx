import { FileAudio, FileUp } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { sayField } from '#lib/client/messages/say-field.ts'

type SongPickerProps = { file: File | null; problem: string | null; onPick: (file: File) => void }

export function SongPicker({ file, problem, onPick }: SongPickerProps) {
  const t = useTranslations('Musician.upload')
  const locale = useLocale()
  const fileSize = useFileSize()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    // Lets the user choose the same file again after correcting it.
    event.target.value = ''
    if (chosen) onPick(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped) onPick(dropped)
  }
  const Icon = file ? FileAudio : FileUp
  const edge = problem ? 'border-alarm' : isOver ? 'border-drum bg-drum-wash' : 'border-edge'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'grid justify-items-center gap-3 rounded-3xl border-2 border-dashed bg-surface px-5 py-8 text-center',
        edge,
      )}
    >
      <Icon aria-hidden="true" className="size-10 text-soft" />
      {file ? (
        <p className="max-w-full min-w-0">
          <span className="block truncate font-semibold">{file.name}</span>
          <span className="figures text-sm text-soft">{fileSize(file.size)}</span>
        </p>
      ) : (
        <p className="hidden font-semibold pointer-fine:block">{t('drop')}</p>
      )}
      <div>
        <input
          id={id}
          type="file"
          accept=".mp3,audio/mpeg,audio/mp3"
          onChange={take}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
          aria-label={file ? t('change') : t('choose')}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className="tap inline-flex cursor-pointer items-center gap-2 rounded-full border border-edge bg-surface px-5 font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-drum hover:bg-sunken"
        >
          {file ? t('change') : t('choose')}
        </label>
      </div>
      <p id={`${id}-hint`} className="text-sm text-soft">
        {t('fileHint')}
      </p>
      {problem ? (
        <p id={`${id}-error`} role="alert" className="font-semibold text-alarm">
          {sayField(locale, problem)}
        </p>
      ) : null}
    </div>
  )
}
