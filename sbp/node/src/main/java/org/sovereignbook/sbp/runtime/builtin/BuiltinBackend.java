package org.sovereignbook.sbp.runtime.builtin;

import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.author.AuthorJob;
import org.sovereignbook.sbp.peer.compactor.Compaction;
import org.sovereignbook.sbp.peer.compactor.CompactorJob;
import org.sovereignbook.sbp.peer.ethos.EthosJob;
import org.sovereignbook.sbp.peer.ethos.EthosRequest;
import org.sovereignbook.sbp.peer.reader.ReaderJob;

/**
 * The backend that every node has: fixed rules instead of a model. Deterministic; needs no account,
 * network or key; cannot be manipulated by text, because it does not interpret sentences.
 */
public final class BuiltinBackend implements LlmBackend {
  private interface Rules {
    LlmAnswer answer(LlmRequest request);
  }

  private static final Map<String, Rules> RULES =
      Map.of(
          ReaderJob.NAME,
          request -> new ReaderRules(request).answer(),
          AuthorJob.NAME,
          request -> new AuthorRules(request).answer(),
          CompactorJob.NAME,
          BuiltinBackend::condense,
          EthosJob.NAME,
          BuiltinBackend::fillIn);

  @Override
  public String name() {
    return AgentSettings.BUILTIN;
  }

  @Override
  public String description() {
    return "fixed rules, not a model: endorses by shared words, publishes the operator's drafts,"
        + " never writes prose of its own";
  }

  @Override
  public String settingsSection() {
    return BuiltinSettings.SECTION;
  }

  @Override
  public boolean publishesDrafts() {
    return true;
  }

  @Override
  public boolean metered() {
    return false;
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException {
    return Optional.ofNullable(RULES.get(request.role()))
        .orElseThrow(
            () -> LlmException.setup("there are no built-in rules for the " + request.role()))
        .answer(request);
  }

  private static LlmAnswer condense(LlmRequest request) {
    return new LlmAnswer(Compaction.condense(request.input(JobRun.SESSION_LOG)), "");
  }

  private static LlmAnswer fillIn(LlmRequest request) {
    String name = PeerText.plain(request.context().identity().get().name());
    String ethos =
        EthosRequest.filledIn(request.input(EthosJob.REQUEST), request.input(JobRun.ETHOS), name);
    return new LlmAnswer(
        ethos, "these are rules, not a model: a template was filled with the prompt's own words");
  }
}
