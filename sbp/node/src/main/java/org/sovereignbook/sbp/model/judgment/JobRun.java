package org.sovereignbook.sbp.model.judgment;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/**
 * Inputs of one run of a job, including those that several jobs share.
 *
 * @param most bytes of input, for each cause ({@link CallCauses}), that its share of the day allows
 */
public record JobRun(Node node, Store store, LlmBackend backend, Map<String, Integer> most) {
  public static final String ETHOS = "ethos.md";
  public static final String SESSION_LOG = "session-log.md";
  public static final String OPS_LOG = "ops-log.md";

  /** Limit for the part of a log in a prompt, however long its lines are. */
  static final int MAX_SESSION_LOG_BYTES = 65_536;

  JobRun(Node node, Store store, LlmBackend backend) {
    this(node, store, backend, Map.of());
  }

  public JobRun {
    most = Map.copyOf(most);
  }

  JobRun atMost(String cause, int bytes) {
    Map<String, Integer> less = new TreeMap<>(most);
    less.put(cause, bytes);
    return new JobRun(node, store, backend, less);
  }

  /** Returns the operator's text about this agent. */
  public LlmRequest.Input ethos() {
    return ethos(node);
  }

  /** Returns the input of {@link #ethos()} outside of a job. */
  public static LlmRequest.Input ethos(Node node) {
    return new LlmRequest.Input(ETHOS, node.readText(node.home().ethos()).orElse(""), false);
  }

  /** Returns the newest lines of the session log, which quotes strangers. */
  public LlmRequest.Input recentSessionLog() {
    return recentSessionLog(MAX_SESSION_LOG_BYTES);
  }

  /** Returns the newest lines, within the operator's number of lines and this number of bytes. */
  public LlmRequest.Input recentSessionLog(int bytes) {
    int most = node.config().get(AgentSettings.SESSION_LOG_LINES);
    return sessionLog(newest(store.lines(LogFile.SESSION), most, bytes));
  }

  /**
   * Returns the newest lines of the operations log (AGENT.md: errors, blocked peers, pending
   * retries), which quotes strangers.
   */
  public LlmRequest.Input recentOpsLog(int bytes) {
    int most = node.config().get(AgentSettings.OPS_LOG_LINES);
    return log(OPS_LOG, newest(store.lines(LogFile.OPS), most, bytes));
  }

  private static List<String> newest(List<String> lines, int most, int bytes) {
    int first = lines.size();
    int left = bytes;
    int oldest = Math.max(0, first - most);
    while (first > oldest && (left -= length(lines.get(first - 1))) >= 0) {
      first--;
    }
    return lines.subList(first, lines.size());
  }

  private static int length(String line) {
    return line.getBytes(StandardCharsets.UTF_8).length + 1;
  }

  /** Returns these lines of the session log. */
  public static LlmRequest.Input sessionLog(List<String> lines) {
    return log(SESSION_LOG, lines);
  }

  private static LlmRequest.Input log(String name, List<String> lines) {
    String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    return new LlmRequest.Input(name, text, true);
  }

  /** Returns an input that this program computed: hashes, keys and times only. */
  public static LlmRequest.Input computed(String name, JsonObject json) {
    return new LlmRequest.Input(name, JsonWriter.file(json), false);
  }
}
