'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import { reloadOnceFor } from '#lib/client/browser/reload-once.ts'

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('Errors')
  useEffect(() => {
    if (!reloadOnceFor(error)) console.error(error)
  }, [error])
  return (
    <div role="alert" className="mx-auto max-w-2xl px-4 py-16 text-center lg:py-28">
      <h1 className="text-4xl lg:text-5xl">{t('title')}</h1>
      <p className="mx-auto mt-4 max-w-md text-lg text-soft">{t('detail')}</p>
      <p className="mt-8 flex flex-wrap justify-center gap-3">
        <Button tone="loud" size="large" onClick={retry}>
          {t('retry')}
        </Button>
        <a href="/" className="tap inline-flex items-center px-4 font-semibold underline underline-offset-4">
          {t('home')}
        </a>
      </p>
    </div>
  )
}
