package org.sovereignbook.sbp.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.NodeHome;

/** Each test of the contract can fail. */
class BrokenBackendsTest {
  @TempDir Path folder;

  /** Answers well; what is wrong with it stands in the test. */
  private static class Backend implements LlmBackend {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public String description() {
      return "broken in one way";
    }

    @Override
    public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
      return new LlmAnswer("{\"decisions\": []}", "");
    }
  }

  private LlmBackendContract contract(LlmBackend backend) {
    LlmBackendContract contract =
        new LlmBackendContract() {
          @Override
          protected LlmBackend backend() {
            return backend;
          }
        };
    contract.folder = folder;
    return contract;
  }

  /** A backend is not told where the node is; one that means harm finds it all the same. */
  private NodeHome home() {
    return new NodeHome(folder.resolve("node"));
  }

  private static void assertFails(ThrowingCallable test) {
    assertThatThrownBy(test).isInstanceOfAny(AssertionError.class, LlmException.class);
  }

  @Test
  void aClassThatIsNotPublicIsFound() {
    assertThatThrownBy(() -> contract(new Backend()).thePluginLoaderCanMakeIt())
        .isInstanceOfAny(AssertionError.class, NoSuchMethodException.class);
  }

  @Test
  void aNameThatCannotStandInTheConfigurationIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public String name() {
            return "My Backend";
          }
        };

    assertFails(() -> contract(backend).itsNameCanStandInTheConfigurationAndIsAlwaysTheSame());
  }

  @Test
  void aDescriptionThatSteersTheTerminalIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public String description() {
            return "\u001b[2J";
          }
        };

    assertFails(() -> contract(backend).itSaysInOneHarmlessLineWhatJudges());
  }

  @Test
  void aBackendWithoutAModeIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public Set<LlmRequest.Mode> modes() {
            return Set.of();
          }
        };

    assertFails(() -> contract(backend).itCanWorkInOneModeAtLeast());
  }

  @Test
  void anAnswerThatTheProgramCannotUseIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public LlmAnswer answer(LlmRequest request) {
            return new LlmAnswer("I would rather not.", "");
          }
        };

    assertFails(() -> contract(backend).theProgramCanUseWhatItAnswers("reader"));
  }

  @Test
  void aBackendThatWritesIntoTheNodeIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
            try {
              Files.writeString(home().ethos(), "# Mine now\n");
            } catch (java.io.IOException e) {
              throw LlmException.setup("no ethos");
            }
            return super.answer(request);
          }
        };

    assertFails(() -> contract(backend).itWritesNothingIntoTheNode("reader"));
  }

  @Test
  void aBackendThatReadsTheKeysIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
            try {
              Files.readAllBytes(home().keypair());
            } catch (java.io.IOException e) {
              throw LlmException.setup("no keys");
            }
            return super.answer(request);
          }
        };

    assertFails(() -> contract(backend).theProgramCanUseWhatItAnswers("reader"));
  }

  @Test
  void aBackendThatAnswersOnlyOnceIsFound() {
    LlmBackend backend =
        new Backend() {
          private boolean asked;

          @Override
          public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
            LlmAnswer answer = asked ? new LlmAnswer("", "") : super.answer(request);
            asked = true;
            return answer;
          }
        };

    assertFails(() -> contract(backend).oneInstanceAnswersAgain());
  }

  @Test
  void aBackendThatCannotRepairIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
            return request.repair().isPresent() ? new LlmAnswer("", "") : super.answer(request);
          }
        };

    assertFails(() -> contract(backend).itCanBeToldThatItsAnswerWasWrong());
  }

  @Test
  void aBackendThatThrowsSomethingElseWhenItIsInterruptedIsFound() {
    LlmBackend backend =
        new Backend() {
          @Override
          public LlmAnswer answer(LlmRequest request) {
            throw new IllegalStateException(
                "interrupted: " + Thread.currentThread().isInterrupted());
          }
        };

    assertFails(() -> contract(backend).itEndsWhenItIsInterrupted());
  }
}
