'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { cn } from './cn.ts'

/** Number of lines shown before "more". */
const lines = { short: 'line-clamp-3', usual: 'line-clamp-6' } as const

type UserTextProps = { children: string; most?: keyof typeof lines; className?: string }

/**
 * A user's text with its line breaks. Long texts fold. Text that cannot break, such as joined emoji, is
 * clipped, so that the page never gets wider.
 */
export function UserText({ children, most = 'usual', className }: UserTextProps) {
  const t = useTranslations('Ui')
  const text = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = text.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <div className="min-w-0 max-w-full">
      <p
        ref={text}
        className={cn('overflow-hidden wrap-anywhere whitespace-pre-line', !isOpen && lines[most], className)}
      >
        {children}
      </p>
      {isCut ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="tap font-semibold underline underline-offset-4"
        >
          {isOpen ? t('showLess') : t('showMore')}
        </button>
      ) : null}
    </div>
  )
}
