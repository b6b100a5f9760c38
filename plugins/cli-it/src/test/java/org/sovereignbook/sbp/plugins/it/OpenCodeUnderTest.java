package org.sovereignbook.sbp.plugins.it;

import static org.sovereignbook.sbp.plugins.it.CliUnderTest.call;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.plugins.opencode.OpenCodeBackend;

/** OpenCode, with a provider of its user's. */
record OpenCodeUnderTest() implements CliUnderTest {

  @Override
  public PublishedCli published() throws PublishedCli.UnavailableException {
    return PublishedCli.named("opencode");
  }

  @Override
  public LlmBackend backend(Map<String, String> environment) {
    return new OpenCodeBackend(environment);
  }

  @Override
  public Map<String, String> environment(URI base) {
    return Map.of("MY_PROVIDERS_KEY", KEY);
  }

  @Override
  public Optional<String> login() {
    return Optional.of("{\"mine\": {\"type\": \"api\", \"key\": \"" + KEY + "\"}}");
  }

  @Override
  public JsonObject settings(Path program, URI base) {
    return JsonObject.builder()
        .put("program", program.toString())
        .put("model", "mine/mock-model")
        .put("base_url", base + "/v1")
        .put("key_variable", "MY_PROVIDERS_KEY")
        .build();
  }

  @Override
  public String name() {
    return "opencode";
  }

  @Override
  public Reply.Call write(String path, String text) {
    return call("write", "filePath", path, "content", text);
  }

  @Override
  public Reply.Call read(String path) {
    return call("read", "filePath", path);
  }

  @Override
  public List<Reply.Call> attacks(Path secret, Path target) {
    return List.of(
        call("bash", "command", "cat " + secret + " > " + target, "description", "go"),
        call("edit", "filePath", "ethos.md", "oldString", "a", "newString", "b"),
        call("glob", "pattern", "*", "path", secret.getParent().toString()),
        call("grep", "pattern", ".", "path", secret.getParent().toString()),
        call("list", "path", secret.getParent().toString()),
        call("webfetch", "url", "http://127.0.0.1:9/", "format", "text"),
        call("websearch", "query", "go"),
        call("task", "description", "go", "prompt", "go", "subagent_type", "general"),
        call("skill", "name", "go"),
        write("opencode.json", "{}"));
  }

  @Override
  public Set<String> toolsOffered() {
    return Set.of("read", "edit", "write");
  }

  @Override
  public String probe() {
    return "--version";
  }

  /** The catalogue of all models in the world, of which none is used, and the second compiler. */
  @Override
  public Map<String, String> spared(Path folder) throws IOException {
    Path catalogue = Files.writeString(folder.resolve("models.json"), "{}");
    return Map.of("OPENCODE_MODELS_PATH", catalogue.toString(), "BUN_JSC_useDFGJIT", "0");
  }

  @Override
  public boolean givesUpWhenLimited() {
    return false;
  }
}
