'use client'

import { BadgeCheck, Hourglass, Info } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'

type KycNoticeProps = { tone: 'good' | 'wait' | 'plain'; title: string; detail: string }

const looks = {
  good: { icon: BadgeCheck, style: 'bg-leaf-wash text-leaf' },
  wait: { icon: Hourglass, style: 'bg-marigold text-on-marigold' },
  plain: { icon: Info, style: 'bg-sunken text-ink' },
}

/** In place of the wizard: there is nothing to fill in. */
export function KycNotice({ tone, title, detail }: KycNoticeProps) {
  const t = useTranslations('Kyc')
  const heading = useRef<HTMLHeadingElement>(null)
  // After submitting the button that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  const { icon: Icon, style } = looks[tone]
  return (
    <section className="mt-8 rounded-3xl border border-line bg-surface px-6 py-10 text-center">
      <span className={`mx-auto grid size-16 place-items-center rounded-full ${style}`}>
        <Icon aria-hidden="true" className="size-8" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-2xl outline-none">
        {title}
      </h2>
      <p className="mx-auto mt-2 max-w-md text-soft">{detail}</p>
      <Link href="/profile" className={buttonStyle({ tone: 'loud', size: 'large', className: 'mt-7' })}>
        {t('toProfile')}
      </Link>
    </section>
  )
}
