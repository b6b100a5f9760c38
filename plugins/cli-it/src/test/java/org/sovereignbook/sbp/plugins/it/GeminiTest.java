package org.sovereignbook.sbp.plugins.it;

class GeminiTest extends RealCliTests {
  GeminiTest() {
    super(new GeminiUnderTest());
  }
}
