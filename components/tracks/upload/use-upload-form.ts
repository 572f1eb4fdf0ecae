import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import type { TrackDraft } from '#lib/client/tracks/track-uploads.ts'
import { cutText } from '#lib/contract/cut-text.ts'
import {
  isMp3Name,
  TRACK_FILE_LIMIT,
  TRACK_NOT_MP3,
  TRACK_TOO_LARGE,
  tagsOf,
  titleOfFile,
  trackTextMax,
} from '#lib/contract/tracks/rules.ts'

type Typed = { title: string; artist: string; description: string; tags: string }

export function useUploadForm(first: TrackDraft | null, onSubmit: (draft: TrackDraft) => void) {
  const t = useTranslations('Musician.upload')
  const [file, setFile] = useState<File | null>(first?.file ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [typed, setTyped] = useState<Typed>(() => ({
    title: first?.title ?? '',
    artist: first?.artist ?? '',
    description: first?.description ?? '',
    tags: first?.tags.join(', ') ?? '',
  }))
  /** Texts that the last file filled in. A new file replaces them, but not text that the user typed. */
  const filled = useRef({ title: '', artist: '' })
  const picked = useRef<File | null>(null)

  const fill = (title: string, artist: string) => {
    const before = filled.current
    setTyped((now) => ({
      ...now,
      title: now.title === before.title || now.title === '' ? title : now.title,
      artist: now.artist === before.artist || now.artist === '' ? artist : now.artist,
    }))
    filled.current = { title, artist }
  }

  const pick = async (chosen: File) => {
    const wrong = problemOf(chosen)
    setProblem(wrong)
    setFile(wrong ? null : chosen)
    picked.current = wrong ? null : chosen
    if (wrong) return
    fill(titleOfFile(chosen.name), '')
    const tags = await readSongTags(chosen)
    // Another file was chosen meanwhile.
    if (picked.current !== chosen) return
    fill(
      cutText(tags.title || titleOfFile(chosen.name), trackTextMax.title),
      cutText(tags.artist, trackTextMax.artist),
    )
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!file) {
      setProblem((known) => known ?? t('noFile'))
      event.currentTarget.querySelector<HTMLInputElement>('input[type="file"]')?.focus()
      return
    }
    onSubmit({
      ...typed,
      title: typed.title.trim(),
      artist: typed.artist.trim(),
      file,
      tags: tagsOf(typed.tags),
    })
  }

  const change = (changed: Partial<Typed>) => setTyped((now) => ({ ...now, ...changed }))
  return { file, problem, typed, pick, change, submit }
}

function problemOf(file: File): string | null {
  if (!isMp3Name(file.name, file.type)) return TRACK_NOT_MP3
  return file.size >= TRACK_FILE_LIMIT ? TRACK_TOO_LARGE : null
}

/** Texts from an MP3's tags; '' if a tag is missing. */
type SongTags = { title: string; artist: string }

/** Loads the library on demand. Files that cannot be read count as files without tags. */
async function readSongTags(file: Blob): Promise<SongTags> {
  try {
    const { parseBlob } = await import('music-metadata')
    const { common } = await parseBlob(file, { skipCovers: true, duration: false })
    return { title: common.title?.trim() ?? '', artist: common.artist?.trim() ?? '' }
  } catch {
    return { title: '', artist: '' }
  }
}
