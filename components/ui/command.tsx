import { Command as Primitive } from 'cmdk'
import { LoaderCircle, Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** A list chosen by arrow keys and Enter; the caller filters it. */
export function Command(props: Omit<ComponentProps<typeof Primitive>, 'shouldFilter' | 'loop'>) {
  return <Primitive shouldFilter={false} loop {...props} />
}

export function CommandInput({
  isBusy,
  ...input
}: ComponentProps<typeof Primitive.Input> & { isBusy: boolean }) {
  const Icon = isBusy ? LoaderCircle : Search
  return (
    <div className="relative">
      <Icon
        aria-hidden="true"
        className={`pointer-events-none absolute start-4 top-3.5 size-5 text-soft ${isBusy ? 'animate-spin motion-reduce:animate-none' : ''}`}
      />
      <Primitive.Input
        autoComplete="off"
        spellCheck={false}
        className="block h-12 w-full rounded-full border border-edge bg-surface ps-12 pe-4 placeholder:text-soft"
        {...input}
      />
    </div>
  )
}

export function CommandList(props: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className="h-[min(26rem,50dvh)] overflow-y-auto low:h-auto overscroll-contain scroll-py-2"
      {...props}
    />
  )
}

export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Primitive.Group
      heading={heading}
      className="pb-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-soft"
    >
      {children}
    </Primitive.Group>
  )
}

export function CommandItem(props: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 data-[selected=true]:bg-sunken data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-edge"
      {...props}
    />
  )
}
