# Starts Valkey in the role that the sentinels report. Without an answer, Valkey keeps its last role; the first node starts as
# primary.
set -eu
me=$(hostname)
config=/data/valkey.conf

primary=''
for node in valkey-node-0 valkey-node-1 valkey-node-2; do
  answer=$(REDISCLI_AUTH='' timeout 2 valkey-cli -h "$node" -p 26379 --raw sentinel get-master-addr-by-name ngoma | head -n 1) || true
  case $answer in valkey-node-*) primary=$answer && break ;; esac
done
if [ -z "$primary" ]; then
  if [ -s "$config" ]; then
    primary=$(awk '$1 == "replicaof" { print $2 }' "$config")
    primary=${primary:-$me}
  else
    primary=valkey-node-0
  fi
fi

{
  cat /etc/ngoma/valkey.conf
  echo "requirepass $VALKEY_PASSWORD"
  echo "masterauth $VALKEY_PASSWORD"
  echo "replica-announce-ip $me"
  if [ "$primary" != "$me" ]; then echo "replicaof $primary 6379"; fi
} > "$config.new"
mv "$config.new" "$config"
exec valkey-server "$config" "$@"
