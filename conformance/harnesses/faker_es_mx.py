"""Invents keys with Faker, locale es_MX. PYTHONPATH names a clone of https://github.com/joke2k/faker."""
import random

import faker
from serve import commit_of, serve

SEED = 0
faker.Faker.seed(SEED)
random.seed(SEED)  # the provider of keys uses the generator of the standard library
es_mx = faker.Faker("es_MX")

serve("Faker es_MX", f"{faker.VERSION} ({commit_of(faker)})", {"generar": lambda data: {"curp": es_mx.curp()}})
