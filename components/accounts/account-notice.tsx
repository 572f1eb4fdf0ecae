import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cn } from '#components/ui/cn.ts'

const tones = {
  good: 'bg-leaf-wash text-leaf',
  bad: 'bg-alarm-wash text-alarm',
  calm: 'bg-sunken text-ink',
} as const

type AccountNoticeProps = {
  icon: LucideIcon
  tone: keyof typeof tones
  title: string
  children: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
}

export function AccountNotice({ icon: Icon, tone, title, children, titleRef }: AccountNoticeProps) {
  return (
    <div className="mx-auto max-w-md px-4 pt-10 pb-20 lg:pt-20">
      <span aria-hidden="true" className={cn('grid size-16 place-items-center rounded-full', tones[tone])}>
        <Icon className="size-8" />
      </span>
      <h1 ref={titleRef} tabIndex={-1} className="mt-6 text-4xl outline-none lg:text-5xl">
        {title}
      </h1>
      <div className="mt-3 grid grid-cols-1 gap-4 text-lg wrap-anywhere text-soft">{children}</div>
    </div>
  )
}
