package org.sovereignbook.sbp.plugins.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;

/**
 * The faults of streams that services have shown, one in each file of {@code streams}: what it is,
 * what must come of it, and the stream itself. Each is read whole, byte by byte, cut in two at each
 * byte, and ended early at each byte.
 */
class StreamCorpusTest {
  private static final int CONTEXT_TOKENS = 32_768;

  /** Outcome of a stream. */
  private record Outcome(
      Optional<ChatReply> reply,
      Optional<LlmException> failure,
      String streamed,
      List<String> begun,
      List<String> warnings) {

    /** Everything but the ids, which are drawn, and the usage, which may be lost with the end. */
    String essence() {
      return reply
          .map(it -> it.text() + essence(it.calls()) + it.stop())
          .orElseGet(() -> failure.orElseThrow().kind().toString());
    }

    private static List<String> essence(List<ChatCall> calls) {
      return calls.stream().map(call -> call.name() + call.arguments() + call.malformed()).toList();
    }
  }

  private static final class Heard implements ChatListener {
    private final StringBuilder text = new StringBuilder();
    private final List<String> begun = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    @Override
    public void text(String delta) {
      text.append(delta);
    }

    @Override
    public void toolCall(String id, String name) {
      begun.add(id + " " + name);
    }

    @Override
    public void warning(String sentence) {
      warnings.add(sentence);
    }
  }

  /** File of the corpus. */
  @SuppressWarnings("ArrayRecordComponent") // Read only.
  record Recorded(String name, JsonObject expected, byte[] bytes) {
    boolean isOllama() {
      return name.endsWith(".ndjson");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Recorded> streams() throws IOException, URISyntaxException {
    URL folder = Objects.requireNonNull(StreamCorpusTest.class.getResource("/streams"));
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      return files.sorted().map(StreamCorpusTest::recorded).toList();
    }
  }

  private static Recorded recorded(Path file) {
    try {
      String text = Files.readString(file);
      String name = String.valueOf(file.getFileName());
      if (text.startsWith("{")) {
        JsonObject json = json(text);
        return new Recorded(
            name, json.object("expect").orElseThrow(), text.getBytes(StandardCharsets.UTF_8));
      }
      String expected =
          text.lines()
              .filter(line -> line.startsWith(": expect ") || line.startsWith("# expect "))
              .findFirst()
              .orElseThrow();
      return new Recorded(
          name,
          json(expected.substring(": expect ".length())),
          // The other format has no comments.
          text.replaceAll("(?m)^#.*\n", "").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  private static Outcome read(Recorded stream, List<byte[]> pieces) {
    return read(stream.isOllama(), pieces);
  }

  private static Outcome read(boolean isOllama, List<byte[]> pieces) {
    Heard heard = new Heard();
    ReplyBuilder builder = new ReplyBuilder(new CallIds(new Random(7), List.of()), heard);
    StreamedReply reply =
        isOllama ? new OllamaReply(builder, heard, CONTEXT_TOKENS) : new CompletionReply(builder);
    Optional<ChatReply> came = Optional.empty();
    Optional<LlmException> failure = Optional.empty();
    try {
      for (byte[] piece : pieces) {
        reply.feed(piece);
      }
      came = Optional.of(reply.end());
    } catch (LlmException e) {
      failure = Optional.of(e);
    }
    return new Outcome(came, failure, heard.text.toString(), heard.begun, heard.warnings);
  }

  @ParameterizedTest
  @MethodSource("streams")
  void eachStreamBecomesWhatItMeans(Recorded stream) {
    Outcome outcome = read(stream, List.of(stream.bytes()));
    JsonObject expected = stream.expected();

    if (expected.has("failure")) {
      LlmException failure = outcome.failure().orElseThrow();
      assertThat(failure.kind()).hasToString(expected.string("failure").orElseThrow());
      assertThat(failure).hasMessageContaining(expected.string("message").orElseThrow());
      return;
    }
    ChatReply reply = outcome.reply().orElseThrow(() -> new AssertionError(outcome.failure()));
    assertThat(reply.text()).isEqualTo(expected.string("text").orElseThrow());
    assertThat(reply.stop()).hasToString(expected.string("stop").orElseThrow());
    assertCalls(reply.calls(), expected.array("calls").map(JsonArray::objects).orElse(List.of()));
    assertThat(reply.usage().inputTokens()).isEqualTo(expected.integer("input"));
    assertThat(reply.usage().outputTokens()).isEqualTo(expected.integer("output"));
    assertThat(outcome.streamed().strip()).isEqualTo(reply.text());
    List<String> names =
        expected
            .array("begun")
            .flatMap(JsonArray::strings)
            .orElseGet(() -> reply.calls().stream().map(ChatCall::name).toList());
    assertThat(outcome.begun())
        .isEqualTo(
            IntStream.range(0, reply.calls().size())
                .mapToObj(i -> reply.calls().get(i).id() + " " + names.get(i))
                .toList());
    assertThat(new HashSet<>(outcome.begun())).hasSameSizeAs(reply.calls());
    assertThat(String.join("", outcome.warnings())).contains(expected.string("warning").orElse(""));
    assertThat(outcome.warnings().isEmpty()).isEqualTo(!expected.has("warning"));
  }

  private static void assertCalls(List<ChatCall> calls, List<JsonObject> expected) {
    assertThat(calls)
        .zipSatisfy(
            expected,
            (call, one) -> {
              assertThat(call.name()).isEqualTo(one.string("name").orElseThrow());
              assertThat(call.arguments())
                  .isEqualTo(one.object("arguments").orElse(JsonObject.empty()));
              assertThat(call.malformed().orElse("")).contains(one.string("malformed").orElse(""));
              assertThat(call.malformed().isPresent()).isEqualTo(one.has("malformed"));
            });
  }

  @ParameterizedTest
  @MethodSource("streams")
  void itDoesNotMatterHowTheBytesArrive(Recorded stream) {
    byte[] all = stream.bytes();
    Outcome whole = read(stream, List.of(all));
    List<byte[]> single = new ArrayList<>();
    for (byte each : all) {
      single.add(new byte[] {each});
    }
    assertThat(read(stream, single)).hasToString(whole.toString());
    for (int cut = 1; cut < all.length; cut++) {
      List<byte[]> two = List.of(Arrays.copyOf(all, cut), Arrays.copyOfRange(all, cut, all.length));
      assertThat(read(stream, two).essence()).as("cut at %d", cut).isEqualTo(whole.essence());
    }
  }

  /** A stream that ends early is a failure of the service, or all that matters has come. */
  @ParameterizedTest
  @MethodSource("streams")
  void aStreamThatIsCutIsNeverAnotherReply(Recorded stream) {
    byte[] all = stream.bytes();
    Outcome whole = read(stream, List.of(all));
    for (int end = 0; end < all.length; end++) {
      Outcome cut = read(stream, List.of(Arrays.copyOf(all, end)));
      if (cut.reply().isPresent()) {
        assertThat(cut.essence()).as("ended at %d", end).isEqualTo(whole.essence());
      } else if (cut.failure().orElseThrow().kind() != LlmException.Kind.PROVIDER) {
        assertThat(cut.essence()).as("ended at %d", end).isEqualTo(whole.essence());
      }
    }
  }

  /**
   * Shapes that mean something else in the other protocol, with the reason.
   *
   * @see #eachShapeMeansTheSameToTheOtherReader
   */
  private static final Map<String, String> OF_ONE_PROTOCOL =
      Map.of(
          "call-repeated-no-id.sse",
          "Ollama sends each call once and without an id, so an equal one is a second call",
          "name-repeated-no-id.sse",
          "Ollama sends calls whole, so a name begins one",
          "ollama-same-call.ndjson",
          "services of the other kind repeat a call without an id, which must not run twice");

  /** The transport alone is of interest in these: lines, comments, marks of the end. */
  private static final Set<String> OF_THE_TRANSPORT =
      Set.of("after-done.sse", "cr.sse", "not-json.sse", "other-choices.sse", "several-lines.sse");

  @ParameterizedTest
  @MethodSource("streams")
  void eachShapeMeansTheSameToTheOtherReader(Recorded stream) {
    assumeThat(OF_ONE_PROTOCOL).doesNotContainKey(stream.name());
    assumeThat(OF_THE_TRANSPORT).doesNotContain(stream.name());
    List<JsonObject> parts = CorpusShapes.parts(stream.bytes(), stream.isOllama());
    byte[] other = stream.isOllama() ? CorpusShapes.events(parts) : CorpusShapes.lines(parts);

    Outcome outcome = read(!stream.isOllama(), List.of(other));

    assertThat(outcome.essence())
        .as(new String(other, StandardCharsets.UTF_8))
        .isEqualTo(read(stream, List.of(stream.bytes())).essence());
  }

  /** A whole reply has no fragments, so only shapes with one part that calls are among them. */
  @ParameterizedTest
  @MethodSource("streams")
  void eachShapeMeansTheSameInAWholeReply(Recorded stream) throws Exception {
    assumeThat(stream.name()).isNotIn("cut.sse", "cut-in-call.sse", "ollama-cut.ndjson");
    assumeThat(OF_ONE_PROTOCOL).doesNotContainKey(stream.name());
    assumeThat(OF_THE_TRANSPORT).doesNotContain(stream.name());
    List<JsonObject> parts = CorpusShapes.parts(stream.bytes(), stream.isOllama());
    Optional<byte[]> whole = CorpusShapes.whole(parts);
    assumeThat(whole).isPresent();
    ReplyBuilder builder =
        new ReplyBuilder(new CallIds(new Random(7), List.of()), ChatListener.NONE);
    String essence;
    try {
      ChatReply reply = CompletionReply.whole(whole.get(), builder);
      essence =
          new Outcome(Optional.of(reply), Optional.empty(), "", List.of(), List.of()).essence();
    } catch (LlmException e) {
      essence = e.kind().toString();
    }

    assertThat(essence).isEqualTo(read(stream, List.of(stream.bytes())).essence());
  }
}
