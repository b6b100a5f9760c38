package org.sovereignbook.sbp.plugins.it;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;

/** What differs from one coding CLI to the next in these tests. */
interface CliUnderTest {
  /** Looks like a key, is none, and must never be seen in a prompt or an argument. */
  String KEY = "sk-test-0123456789-abcdefghij";

  PublishedCli published() throws PublishedCli.UnavailableException;

  LlmBackend backend(Map<String, String> environment);

  /** The variables that hold key and address. */
  Map<String, String> environment(URI base);

  /** The file that the CLI leaves behind after a login by {@link #KEY}; empty where none can be. */
  default Optional<String> login() {
    return Optional.empty();
  }

  /** Section {@code llm.NAME} of the configuration. */
  JsonObject settings(Path program, URI base);

  /** The backend's name. */
  String name();

  /**
   * How a model answers in the shape that it was given, or in plain text where it was given none.
   */
  default Reply answer(ModelRequest request, String json) {
    return new Reply.Say(json);
  }

  /** The tools by which a model answers without tools. */
  default Set<String> toolsOfAnswers() {
    return Set.of();
  }

  Reply.Call write(String path, String text);

  Reply.Call read(String path);

  /** Calls that a model in the power of a stranger might try: shell, web, searches, agents. */
  List<Reply.Call> attacks(Path secret, Path target);

  /** All tools that a model may see in tools mode. */
  Set<String> toolsOffered();

  /** What makes it tell of itself without a call to a provider, as its backend does it. */
  default String probe() {
    return "--help";
  }

  /**
   * Variables by which it does less at a start and nothing else.
   *
   * @param folder for files that they name
   */
  default Map<String, String> spared(Path folder) throws IOException {
    return Map.of();
  }

  /** Whether it gives up by itself when the provider says that it is asked too often. */
  default boolean givesUpWhenLimited() {
    return true;
  }

  /** The calls that every CLI names its own way, from name and arguments in turn. */
  static Reply.Call call(String tool, String... namesAndValues) {
    JsonObject input = JsonObject.empty();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      input = input.with(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Reply.Call(tool, input);
  }
}
