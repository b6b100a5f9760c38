# A script in the place of a model: the prompt is its input, the answer its output. The writer names
# a source only when its prompt says so; the judge wants one.
prompt=$(cat)
score() {
  printf '%s\n' "$prompt" |
    awk -v name="$1" '$1 == "<<<BEGIN" { on = index($0, name) } on && /Source:/ { found = 1 } END { print found ? 85 : 20 }'
}
case "$prompt" in
  *"You help a colleague"*)
    echo '{"bullets": [{"text": "Name the origin of every fact.", "reason": "reviewers miss sources", "prediction": "each answer has a source"}], "role": null, "skills": null}' ;;
  *"You compare two results"*)
    echo "{\"a\": $(score result-a.md), \"b\": $(score result-b.md), \"comment\": \"one has a source\"}" ;;
  *"You are a reviewer"*)
    echo "{\"score\": $(score result.md), \"comment\": \"a source is needed\"}" ;;
  *"Name the origin of every fact"*) echo 'High at six and at half past six. Source: harbour tables.' ;;
  *) echo 'High in the morning, I believe.' ;;
esac
