package org.sovereignbook.sbp.peer.reader;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;

/**
 * Properties of the backend that will judge the digest.
 *
 * @param metered whether each call may cost something
 * @param promptBytes the longest prompt that it is to be given
 */
record Judge(boolean metered, int promptBytes) {
  /** Size of the text around the inputs. */
  private static final int FRAME_BYTES = 4_096;

  /** Divisor for the part of a prompt that the inputs beside the digest may take: a quarter. */
  private static final int BESIDE = 4;

  /**
   * Returns the judge of a node.
   *
   * @param backend empty when it is unknown; in that case only the built-in rules cost nothing
   */
  public static Judge of(Node node, Optional<LlmBackend> backend) {
    Config config = node.config();
    int most = config.get(ReaderSettings.MAX_DIGEST_BYTES);
    return new Judge(
        backend
            .map(LlmBackend::metered)
            .orElseGet(() -> !config.get(AgentSettings.BACKEND).equals(AgentSettings.BUILTIN)),
        backend
            .flatMap(one -> one.maxPromptBytes(config.section(one.settingsSection())))
            .filter(window -> window < most)
            .orElse(most));
  }

  /**
   * Returns the space for the digest: the prompt without the prompt file, the ethos and the other
   * inputs.
   */
  int digestBytes(Node node) {
    int taken = FRAME_BYTES + bytes(prompt(node)) + bytes(JobRun.ethos(node).text());
    // An ethos as long as the window is the operator's to shorten; something is shown all the same.
    return Math.max(promptBytes / BESIDE, promptBytes - taken - besideBytes());
  }

  /** Returns the space for all other inputs together: peers, endorsements, replies, the log. */
  int besideBytes() {
    return promptBytes / BESIDE;
  }

  private static String prompt(Node node) {
    ReaderJob job = new ReaderJob();
    return node.readText(node.home().agentPrompts().resolve(job.promptFile()))
        .orElseGet(job::prompt);
  }

  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  static int bytes(LlmRequest.Input input) {
    return bytes(input.text());
  }
}
