package org.sovereignbook.sbp.builtin;

import org.sovereignbook.sbp.agent.JobRun;
import org.sovereignbook.sbp.compactor.Compaction;
import org.sovereignbook.sbp.ethos.EthosRequest;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmConfig;
import org.sovereignbook.sbp.llm.LlmRequest;

/**
 * The backend that every node has: fixed rules instead of a model. Deterministic; needs no account,
 * no network and no keys; takes instructions from nobody, since it understands no sentence.
 */
public final class BuiltinBackend implements LlmBackend {
  public static final String NAME = LlmConfig.DEFAULT_BACKEND;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "fixed rules, not a model: endorses by shared words, publishes the operator's drafts,"
        + " never writes prose of its own";
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
  public LlmAnswer answer(LlmRequest request) {
    BuiltinConfig config = BuiltinConfig.from(request.node().config());
    return switch (request.role()) {
      case READER -> new BuiltinReader(request, config).answer();
      case AUTHOR -> new BuiltinAuthor(request, config).answer();
      case COMPACTOR -> new LlmAnswer(Compaction.condense(request.input(JobRun.SESSION_LOG)), "");
      case ETHOS -> ethos(request);
    };
  }

  private static LlmAnswer ethos(LlmRequest request) {
    String ethos =
        EthosRequest.of(request.node())
            .map(wanted -> wanted.filledIn(request.input(JobRun.ETHOS), request.node()))
            .orElseGet(() -> request.input(JobRun.ETHOS));
    return new LlmAnswer(
        ethos, "these are rules, not a model: a template was filled with the prompt's own words");
  }
}
