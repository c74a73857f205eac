# The front end is built in one image and served from the other.
FROM node:22-slim AS frontend
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY frontend ./
RUN npm run build

FROM python:3.11-slim
# Skia links against OpenGL and EGL, though it draws without either.
RUN apt-get update && apt-get install -y --no-install-recommends libgl1 libegl1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY requirements.txt ./
RUN pip install --no-cache-dir -r requirements.txt
COPY manage.py ./
COPY platform ./platform
COPY devices ./devices
COPY evaluation ./evaluation
COPY --from=frontend /src/frontend/dist ./frontend/dist
RUN useradd --system --home /app phonebuddy && install -d -o phonebuddy /var/lib/phonebuddy
USER phonebuddy
ENV PYTHONPATH=/app:/app/platform PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=phonebuddy.settings
EXPOSE 8000 8001
CMD ["python", "manage.py", "web", "--host", "0.0.0.0"]
