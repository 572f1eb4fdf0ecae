import type { ComponentProps } from 'react'
import { YOUTUBE_URL_MAX } from '#lib/contract/videos/constants.ts'
import { Field } from './field.tsx'

export function YoutubeField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      type="text"
      inputMode="url"
      placeholder="https://youtu.be/…"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={YOUTUBE_URL_MAX}
      {...props}
    />
  )
}
