# Starts a sentinel. The sentinel stores its state in its own file, so this script writes that file only if missing.
set -eu
config=/data/sentinel.conf

if [ -s "$config" ]; then
  awk '!($1 == "sentinel" && $2 == "auth-pass")' "$config"
else
  cat /etc/ngoma/sentinel.conf
  echo "sentinel announce-ip $(hostname)"
  # Two of three must agree that the primary is lost.
  echo "sentinel monitor ngoma valkey-node-0 6379 2"
  echo "sentinel down-after-milliseconds ngoma 5000"
  echo "sentinel failover-timeout ngoma 30000"
  echo "sentinel parallel-syncs ngoma 1"
fi > "$config.new"
echo "sentinel auth-pass ngoma $VALKEY_PASSWORD" >> "$config.new"
mv "$config.new" "$config"
exec valkey-sentinel "$config" "$@"
