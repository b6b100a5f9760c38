package org.sovereignbook.sbp.agent;

import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmConfig;
import org.sovereignbook.sbp.llm.LlmInput;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/** What a job looks at in one run, and the inputs that several jobs share. */
public record JobRun(Node node, Store store, LlmBackend backend) {
  public static final String ETHOS = "ethos.md";
  public static final String SESSION_LOG = "session-log.md";

  /** What the operator wrote about this agent. */
  public LlmInput ethos() {
    return new LlmInput(ETHOS, node.readText(node.home().ethos()).orElse(""), false);
  }

  /** The newest lines of the session log, which quotes strangers. */
  public LlmInput recentSessionLog() {
    List<String> lines = store.log(LogFile.SESSION);
    int shown = LlmConfig.from(node.config()).sessionLogLines();
    return sessionLog(lines.subList(Math.max(0, lines.size() - shown), lines.size()));
  }

  /** These lines of it. */
  public static LlmInput sessionLog(List<String> lines) {
    String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    return new LlmInput(SESSION_LOG, text, true);
  }

  /** Data that this program computed: hashes, keys and times only. */
  public static LlmInput computed(String name, JsonObject json) {
    return new LlmInput(name, JsonWriter.file(json), false);
  }
}
