import { useEffect, useState } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { type Toast, toasts } from '#lib/client/browser/toasts.ts'
import { unbroken } from './unbroken.ts'

/**
 * Shows at most three toasts for four seconds, announced politely. Pointer events pass through, because a
 * toast could cover a button and stay open under the mouse. Phones show toasts at the top, away from the
 * thumb.
 */
export default function Toaster() {
  useEffect(() => toasts.listen(show), [])
  const [isPhone] = useState(() => window.matchMedia('(width < 40rem)').matches)
  return (
    <Sonner
      position={isPhone ? 'top-center' : 'bottom-right'}
      className="pointer-events-none"
      duration={4000}
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-2xl bg-ink px-4 py-3 text-paper shadow-lift font-sans wrap-anywhere sm:w-(--width)',
          title: 'font-semibold',
          description: 'text-sm opacity-85',
        },
      }}
    />
  )
}

function show({ title, description, tone = 'plain' }: Toast): void {
  const [head, more] = [unbroken(title), { description: unbroken(description) }]
  if (tone === 'good') toast.success(head, more)
  else if (tone === 'bad') toast.error(head, more)
  else toast(head, more)
}
