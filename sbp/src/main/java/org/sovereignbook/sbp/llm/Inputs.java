package org.sovereignbook.sbp.llm;

import java.util.List;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/** The inputs of the agents, by the names that the prompts use. */
final class Inputs {
  static final String DIGEST = "operational/inbox-digest.json";
  static final String ETHOS = "ethos.md";
  static final String PEERS = "peers.md";
  static final String SESSION_LOG = "session-log.md";
  static final String REPLY_INDEX = "operational/reply-index.json";

  /** Computed for the run: what this node has endorsed, with the authors. */
  static final String ENDORSED = "operational/endorsed.json";

  /** Computed for the run: the titles that drafts may reply to. */
  static final String RECEIVED_TITLES = "operational/received-titles.json";

  /** Computed for the run: what the operator wants the ethos to be. */
  static final String ETHOS_REQUEST = "operational/ethos-request.md";

  /** How the name of every draft begins. */
  static final String DRAFTS = "drafts/";

  private Inputs() {}

  /** What the operator wrote about this agent. */
  static LlmInput ethos(Node node) {
    return new LlmInput(ETHOS, node.readText(node.home().ethos()).orElse(""), false);
  }

  /** The newest lines of the session log, which quotes strangers. */
  static LlmInput recentSessionLog(Store store, int lines) {
    List<String> recent = SessionLog.newest(store.lines(LogFile.SESSION), lines);
    return new LlmInput(SESSION_LOG, SessionLog.text(recent), true);
  }

  /** Data that this program computed: hashes, keys and times only. */
  static LlmInput computed(String name, JsonObject json) {
    return new LlmInput(name, JsonWriter.file(json), false);
  }
}
