///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25+
// sbp-hook:
//   description: what {{name}} does, in a few words
//   triggers:
//     event: {types: task.created}
//   tools: [mail_send]

void main() throws Exception {
  var given = new String(System.in.readAllBytes());
  IO.println("""
      {"fire": true, "actions": [{"mail": {"to": "owner", "body": "There is a new task."}}]}""");
}
