package org.sovereignbook.sbp.plugins.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

/** What the operator sets: service, key and model; and what is refused before anybody is asked. */
class OpenAiSetupTest extends OpenAiScene {
  @ParameterizedTest
  @CsvSource({"json_object, '{\"type\":\"json_object\"}'", "none, ''"})
  void theResponseFormatIsTheOperatorsChoice(String format, String sent) throws Exception {
    settings = settings.with("response_format", format);
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server);

      assertThat(body(server).object("response_format").map(JsonWriter::compact).orElse(""))
          .isEqualTo(sent);
    }
  }

  @Test
  void furtherMembersOfTheRequestMayBeSet() throws Exception {
    settings =
        settings.with("request", JsonObject.builder().put("reasoning_effort", "low").build());
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server);

      assertThat(body(server).string("reasoning_effort")).contains("low");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"model", "messages", "stream", "tools", "response_format"})
  void whatTheBackendSaysItselfMayNotBeSet(String member) {
    settings = settings.with("request", JsonObject.builder().put(member, "x").build());

    assertThatThrownBy(
            () ->
                new OpenAiBackend(Map.of("OPENAI_API_KEY", KEY))
                    .answer(request("reader", Duration.ofSeconds(1))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm.openai.request");
  }

  @Test
  void eachPresetIsAServiceOfItsOwn() {
    OpenAiBackend backend = new OpenAiBackend(Map.of());
    assertThat(backend.service(Config.at("llm.openai", JsonObject.empty()))).isEqualTo("openai");
    assertThat(backend.service(Config.at("llm.openai", settings.with("preset", "flock"))))
        .isEqualTo("flock");
  }

  @Test
  void aModelOrAKeyThatIsMissingIsSaidWithItsRemedyBeforeACall() {
    OpenAiBackend backend = new OpenAiBackend(Map.of());
    Map<String, String> key = Map.of("OPENAI_API_KEY", KEY);
    Config without = Config.at("llm.openai", JsonObject.empty());
    Config with = Config.at("llm.openai", settings);

    assertThat(backend.sufficient(without, key).remedy())
        .contains("sbp config set llm.openai.model MODEL");
    assertThat(backend.sufficient(with, Map.of()).remedy()).contains("export OPENAI_API_KEY=KEY");
    assertThat(backend.sufficient(with, key).remedy()).isEmpty();
  }

  @Test
  void aLocalServerNeedsNoKey() throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server, "reader", Map.of(), Duration.ofSeconds(60));

      assertThat(server.asked().getFirst().headers()).doesNotContainKey("Authorization");
    }
  }

  @Test
  void theKeyIsTakenFromTheVariableThatIsNamed() throws Exception {
    settings = settings.with("key_variable", "MY_KEY");
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server, "reader", Map.of("MY_KEY", "mine"), Duration.ofSeconds(60));

      assertThat(server.asked().getFirst().headers().getFirst("Authorization"))
          .isEqualTo("Bearer mine");
    }
  }

  @Test
  void withoutItsKeyARemoteServiceIsNotAsked() {
    assertThatThrownBy(
            () -> new OpenAiBackend(Map.of()).answer(request("reader", Duration.ofSeconds(1))))
        .hasMessageContaining("OPENAI_API_KEY")
        .extracting("kind")
        .isEqualTo(LlmException.Kind.SETUP);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://api.example.com/v1", "http://127.example.com", "http://10.0.0.1/v1"})
  void theKeyNeverTravelsInTheOpen(String url) {
    settings = settings.with("base_url", url);

    assertThatThrownBy(
            () ->
                new OpenAiBackend(Map.of("OPENAI_API_KEY", KEY))
                    .answer(request("reader", Duration.ofSeconds(1))))
        .hasMessageContaining("https")
        .hasMessageNotContaining(KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://x/v1", "api.example.com", "https://user:pw@example.com", "https://", "a b"})
  void anAddressThatIsNoneIsNamed(String url) {
    settings = settings.with("base_url", url);

    assertThatThrownBy(
            () -> new OpenAiBackend(Map.of()).answer(request("reader", Duration.ofSeconds(1))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("base_url");
  }

  @ParameterizedTest
  @CsvSource({
    "flock, flock/qwen3-30b-a3b, qwen3-30b-a3b, https://api.flock.io/v1/chat/completions",
    "ollama, llama3.2, llama3.2, http://localhost:11434/api/chat",
    "llamacpp, any, any, http://localhost:8080/v1/chat/completions",
    "vllm, org/model, org/model, http://localhost:8000/v1/chat/completions",
    "openai, gpt-5, gpt-5, https://api.openai.com/v1/chat/completions"
  })
  void presetsKnowWhereTheirServicesListen(String preset, String model, String sent, String url)
      throws Exception {
    settings = JsonObject.builder().put("preset", preset).put("model", model).build();

    OpenAiSettings read =
        OpenAiSettings.from(
            Config.at("llm.openai", settings), Map.of("OPENAI_API_KEY", KEY, "FLOCK_API_KEY", KEY));

    assertThat(read.endpoint()).hasToString(url);
    assertThat(read.model()).isEqualTo(sent);
    assertThat(read.toString()).doesNotContain(KEY);
  }

  @ParameterizedTest
  @CsvSource({"openai, flock/qwen3", "flock, ollama/qwen3", "ollama, flock/qwen3"})
  void aModelOfAnotherServiceIsRefused(String preset, String model) {
    settings = JsonObject.builder().put("preset", preset).put("model", model).build();

    assertThatThrownBy(
            () ->
                OpenAiSettings.from(
                    Config.at("llm.openai", settings),
                    Map.of("OPENAI_API_KEY", KEY, "FLOCK_API_KEY", KEY)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm.openai.model")
        .hasMessageContaining(model);
  }

  @Test
  void theAddressThatAServicesUsersHaveInTheirEnvironmentIsTaken() throws Exception {
    settings = JsonObject.builder().put("preset", "ollama").put("model", "m").build();

    assertThat(
            OpenAiSettings.from(
                    Config.at("llm.openai", settings),
                    Map.of("OLLAMA_URL", "http://127.0.0.1:4000/"))
                .endpoint())
        .hasToString("http://127.0.0.1:4000/api/chat");
  }

  @Test
  void aMissingModelIsTheOperatorsToName() {
    settings = JsonObject.empty();

    assertThatThrownBy(
            () ->
                new OpenAiBackend(Map.of("OPENAI_API_KEY", KEY))
                    .answer(request("reader", Duration.ofSeconds(1))))
        .hasMessageContaining("llm.openai.model");
  }
}
