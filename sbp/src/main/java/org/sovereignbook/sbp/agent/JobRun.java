package org.sovereignbook.sbp.agent;

import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/** What a job looks at in one run, and the inputs that several jobs share. */
public record JobRun(Node node, Store store, LlmBackend backend) {
  public static final String ETHOS = "ethos.md";
  public static final String SESSION_LOG = "session-log.md";

  /** What the operator wrote about this agent. */
  public LlmRequest.Input ethos() {
    return new LlmRequest.Input(ETHOS, node.readText(node.home().ethos()).orElse(""), false);
  }

  /** The newest lines of the session log, which quotes strangers. */
  public LlmRequest.Input recentSessionLog() {
    List<String> lines = store.lines(LogFile.SESSION);
    int shown = node.config().get(AgentSettings.SESSION_LOG_LINES);
    return sessionLog(lines.subList(Math.max(0, lines.size() - shown), lines.size()));
  }

  /** These lines of it. */
  public static LlmRequest.Input sessionLog(List<String> lines) {
    String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    return new LlmRequest.Input(SESSION_LOG, text, true);
  }

  /** Data that this program computed: hashes, keys and times only. */
  public static LlmRequest.Input computed(String name, JsonObject json) {
    return new LlmRequest.Input(name, JsonWriter.file(json), false);
  }

  /** Such as {@code 1 piece} or {@code 2 pieces}. */
  public static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
