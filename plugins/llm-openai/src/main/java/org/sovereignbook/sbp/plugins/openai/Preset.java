package org.sovereignbook.sbp.plugins.openai;

import java.util.List;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Preset with a service's address and abilities (AGENT-STACK §10); each setting can be overridden.
 */
enum Preset {
  OPENAI(
      "https://api.openai.com/v1",
      "OPENAI_BASE_URL",
      "OPENAI_API_KEY",
      ResponseFormat.JSON_SCHEMA,
      "max_completion_tokens"),
  FLOCK(
      "https://api.flock.io/v1",
      "FLOCK_BASE_URL",
      "FLOCK_API_KEY",
      ResponseFormat.NONE,
      "max_tokens"),
  OLLAMA("http://localhost:11434", "OLLAMA_URL", "", ResponseFormat.JSON_SCHEMA, "num_predict"),
  LLAMACPP("http://localhost:8080/v1", "", "", ResponseFormat.JSON_SCHEMA, "max_tokens"),
  VLLM("http://localhost:8000/v1", "", "", ResponseFormat.JSON_SCHEMA, "max_tokens");

  /** Way of requesting JSON from the service. */
  enum ResponseFormat {
    JSON_SCHEMA,
    JSON_OBJECT,
    NONE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  private static final int FLOCK_RETRIES = 3;

  private final String baseUrl;
  private final String baseUrlVariable;
  private final String keyVariable;
  private final ResponseFormat responseFormat;
  private final String maxTokensMember;

  Preset(
      String baseUrl,
      String baseUrlVariable,
      String keyVariable,
      ResponseFormat responseFormat,
      String maxTokensMember) {
    this.baseUrl = baseUrl;
    this.baseUrlVariable = baseUrlVariable;
    this.keyVariable = keyVariable;
    this.responseFormat = responseFormat;
    this.maxTokensMember = maxTokensMember;
  }

  String baseUrl() {
    return baseUrl;
  }

  /**
   * Returns the environment variable in which the service's users set its address; may be empty.
   */
  String baseUrlVariable() {
    return baseUrlVariable;
  }

  /** Returns the headers in which the key is sent; the second of FLock is that of its examples. */
  List<String> keyHeaders() {
    return this == FLOCK ? List.of("Authorization", "x-litellm-api-key") : List.of("Authorization");
  }

  int retries() {
    return this == FLOCK ? FLOCK_RETRIES : 0;
  }

  String keyVariable() {
    return keyVariable;
  }

  ResponseFormat responseFormat() {
    return responseFormat;
  }

  String maxTokensMember() {
    return maxTokensMember;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
