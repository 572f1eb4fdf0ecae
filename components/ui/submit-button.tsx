import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type'> & { busy: boolean; children: ReactNode }

/** Stays focusable while busy. */
export function SubmitButton({ busy, tone = 'loud', children, ...button }: SubmitButtonProps) {
  return (
    <Button type="submit" tone={tone} size="large" wide aria-busy={busy} {...button}>
      {busy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
      <span className="contents">{children}</span>
    </Button>
  )
}
