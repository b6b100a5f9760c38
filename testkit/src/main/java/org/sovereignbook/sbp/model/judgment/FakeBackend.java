package org.sovereignbook.sbp.model.judgment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;

/** Answers as a test says, and remembers what it was asked. */
public final class FakeBackend implements LlmBackend {

  /** Reaction to a request. */
  public interface Behaviour {
    LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException;
  }

  private final Behaviour behaviour;
  private final Set<LlmRequest.Mode> modes;
  private final List<LlmRequest> requests = new ArrayList<>();

  public FakeBackend(Behaviour behaviour) {
    this(behaviour, Set.of(LlmRequest.Mode.ANSWER));
  }

  private FakeBackend(Behaviour behaviour, Set<LlmRequest.Mode> modes) {
    this.behaviour = behaviour;
    this.modes = modes;
  }

  public FakeBackend withModes(LlmRequest.Mode... modes) {
    return new FakeBackend(behaviour, Set.of(modes));
  }

  public static FakeBackend saying(String output) {
    return new FakeBackend(request -> new LlmAnswer(output, "said so"));
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String description() {
    return "answers as a test says";
  }

  @Override
  public Set<LlmRequest.Mode> modes() {
    return modes;
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
    requests.add(request);
    return behaviour.answer(request);
  }

  public List<LlmRequest> requests() {
    return List.copyOf(requests);
  }

  public LlmRequest onlyRequest() {
    if (requests.size() != 1) {
      throw new AssertionError("asked " + requests.size() + " times");
    }
    return requests.getFirst();
  }
}
