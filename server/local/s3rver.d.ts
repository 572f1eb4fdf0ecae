declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    address: string
    port: number
    directory: string
    silent: boolean
    configureBuckets: { name: string; configs: string[] }[]
  }
  /** What Koa, on which it is built, hands its middleware. */
  interface Call {
    readonly method: string
    readonly headers: Record<string, unknown>
    readonly query: Record<string, unknown>
    status: number
    type: string
    body: string
  }
  export default class S3rver {
    constructor(options: S3rverOptions)
    readonly store: { deleteObject(bucket: string, key: string): Promise<void> }
    /** Run one after another, those that come first may answer by themselves. */
    readonly middleware: ((call: Call, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
