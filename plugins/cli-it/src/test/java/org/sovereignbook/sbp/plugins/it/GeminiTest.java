package org.sovereignbook.sbp.plugins.it;

/** The Gemini CLI, as published. */
class GeminiTest extends RealCliTests {
  GeminiTest() {
    super(new GeminiUnderTest());
  }
}
