package org.sovereignbook.sbp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Contract of every LLM backend. Extend it, return your backend, and run it with JUnit 5:
 *
 * <pre>{@code
 * class MyBackendTest extends LlmBackendContract {
 *   @Override protected LlmBackend backend() { return new MyBackend(); }
 * }
 * }</pre>
 *
 * <p>A backend that calls a remote model gets one that answers in the test, by {@link #settings}.
 * Each test has a node of its own, with work for all three agents and no private keys.
 */
public abstract class LlmBackendContract {
  private static final int MAX_DESCRIPTION_CHARACTERS = 200;

  /** Longest time that a test of this suite waits for a backend. */
  private static final long PATIENCE_SECONDS = 120;

  @TempDir Path folder = Path.of("");

  /** Returns a new instance, made as the program makes it. */
  protected abstract LlmBackend backend();

  /** Returns the backend's section of the configuration, {@code llm.NAME}. */
  protected JsonObject settings() {
    return JsonObject.empty();
  }

  private BackendNode node(LlmBackend backend) throws IOException {
    return BackendNode.in(folder.resolve("node"), backend, settings());
  }

  @Test
  public void thePluginLoaderCanMakeIt() throws NoSuchMethodException {
    Class<?> type = backend().getClass();

    assertThat(Modifier.isPublic(type.getModifiers())).as(type + " is public").isTrue();
    assertThat(Modifier.isPublic(type.getConstructor().getModifiers())).isTrue();
  }

  @Test
  public void itsNameCanStandInTheConfigurationAndIsAlwaysTheSame() {
    assertThat(backend().name())
        .matches("[a-z0-9][a-z0-9-]{0,39}")
        .isEqualTo(backend().name())
        .isNotEqualTo("backend");
  }

  @Test
  public void itSaysInOneHarmlessLineWhatJudges() {
    String description = backend().description();

    assertThat(description).isNotBlank().hasSizeLessThan(MAX_DESCRIPTION_CHARACTERS);
    assertThat(description.codePoints().noneMatch(PeerText::isUnsafe)).as(description).isTrue();
  }

  @Test
  public void itCanWorkInOneModeAtLeast() {
    assertThat(backend().modes()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor"})
  @Timeout(PATIENCE_SECONDS)
  public void theProgramCanUseWhatItAnswers(String role) throws Exception {
    AgentResult result = node(backend()).run(role, backend());

    assertThat(result.backend()).isEqualTo(backend().name());
    assertThat(result.calls()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor"})
  @Timeout(PATIENCE_SECONDS)
  public void itWritesNothingIntoTheNode(String role) throws Exception {
    BackendNode node = node(backend());
    LlmRequest request = node.request(role, backend());
    SortedMap<String, String> before = node.files();

    LlmAnswer _ = backend().answer(request);

    assertThat(node.files()).isEqualTo(before);
  }

  @Test
  @Timeout(PATIENCE_SECONDS)
  public void oneInstanceAnswersAgain() throws Exception {
    LlmBackend backend = backend();
    LlmRequest request = node(backend).request("reader", backend);

    assertThat(backend.answer(request).output()).isNotBlank();
    assertThat(backend.answer(request).output()).isNotBlank();
  }

  @Test
  @Timeout(PATIENCE_SECONDS)
  public void itCanBeToldThatItsAnswerWasWrong() throws Exception {
    LlmBackend backend = backend();
    LlmRequest request = node(backend).request("reader", backend);

    LlmAnswer again =
        backend.answer(request.repairing("{]", "line 1, column 2: expected a member or }"));

    assertThat(again.output()).isNotBlank();
  }

  @Test
  @Timeout(PATIENCE_SECONDS)
  public void itEndsWhenItIsInterrupted() throws Exception {
    LlmBackend backend = backend();
    LlmRequest request = node(backend).request("reader", backend);
    AtomicReference<Throwable> thrown = new AtomicReference<>(new InterruptedException());
    Thread asking =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    Thread.currentThread().interrupt();
                    LlmAnswer _ = backend.answer(request);
                  } catch (Throwable e) {
                    thrown.set(e);
                  }
                });

    asking.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));

    assertThat(asking.isAlive()).as("it still runs").isFalse();
    assertThat(thrown.get()).isInstanceOfAny(InterruptedException.class, LlmException.class);
  }
}
