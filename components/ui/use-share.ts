import { useTranslations } from 'next-intl'
import { shareLink } from '#lib/client/browser/share.ts'
import { showToast } from '#lib/client/browser/toasts.ts'

/** Shares a page of ours: the device's sheet, else the link is copied and said so. */
export function useShare() {
  const t = useTranslations('Feed')
  return async ({ title, path }: { title: string; path: string }) => {
    try {
      const outcome = await shareLink({ title, url: new URL(path, window.location.origin).href })
      if (outcome === 'copied') showToast({ title: t('linkCopied'), tone: 'good' })
    } catch {
      showToast({ title: t('copyFailed'), description: t('copyFailedDetail'), tone: 'bad' })
    }
  }
}
