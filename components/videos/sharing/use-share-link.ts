import { useTranslations } from 'next-intl'
import { copyText, shareLink } from '#lib/client/browser/share.ts'
import { showToast } from '#lib/client/browser/toasts.ts'

/** Hands a link on: to the device's own sheet where there is one, or to the clipboard, and says so. */
export function useShareLink() {
  const t = useTranslations('Share')
  const told = async (act: () => Promise<boolean>) => {
    try {
      if (await act()) showToast({ title: t('linkCopied'), tone: 'good' })
    } catch {
      showToast({ title: t('copyFailed'), description: t('copyFailedDetail'), tone: 'bad' })
    }
  }
  return {
    copy: (url: string) => told(() => copyText(url).then(() => true)),
    share: (link: { title: string; url: string }) => told(async () => (await shareLink(link)) === 'copied'),
  }
}
