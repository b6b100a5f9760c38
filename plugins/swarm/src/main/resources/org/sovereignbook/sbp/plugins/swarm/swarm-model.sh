# A script in the place of a model: the prompt is its input, the answer its output. The lead makes
# two tasks, and merges what it is told of them; a scout answers its task.
prompt=$(cat)
sleep 1
case "$prompt" in
  *limits.json*OIL-9*CANDLE-5*|*limits.json*CANDLE-5*OIL-9*)
    echo '{"answer": "Buy the candle lantern: 5 crowns (CANDLE-5); oil costs 9 (OIL-9) and smokes.", "tasks": []}' ;;
  *limits.json*)
    echo '{"answer": null, "tasks": [
      {"key": "oil", "title": "what does an oil lantern cost, and how does it burn?"},
      {"key": "candle", "title": "what does a candle lantern cost, and how does it burn?"}]}' ;;
  *"oil lantern"*) echo 'OIL-9: an oil lantern costs 9 crowns, and smokes.' ;;
  *) echo 'CANDLE-5: a candle lantern costs 5 crowns, and burns clear.' ;;
esac
