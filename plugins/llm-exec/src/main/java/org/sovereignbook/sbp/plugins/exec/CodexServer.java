package org.sovereignbook.sbp.plugins.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.ToolServer;

/** Arguments that give Codex the server of a conversation's tools. */
final class CodexServer {
  private static final int START_SECONDS = 60;

  private CodexServer() {}

  /** Returns the arguments; the server's variables are named only, since others can read these. */
  static List<String> arguments(ToolServer server) {
    String section = "mcp_servers." + server.name() + ".";
    List<String> command = server.command();
    List<String> arguments = new ArrayList<>();
    for (String setting :
        List.of(
            "command=" + text(command.getFirst()),
            "args=" + texts(command.subList(1, command.size())),
            "env_vars=" + texts(new TreeSet<>(server.environment().keySet())),
            "required=true",
            "startup_timeout_sec=" + START_SECONDS,
            "default_tools_approval_mode=\"approve\"")) {
      arguments.addAll(List.of("-c", section + setting));
    }
    return arguments;
  }

  /** Returns a text of TOML, whose basic strings are written as JSON's. */
  private static String text(String text) {
    return JsonWriter.compact(new JsonString(text));
  }

  private static String texts(Iterable<String> texts) {
    List<String> all = new ArrayList<>();
    texts.forEach(each -> all.add(text(each)));
    return all.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
